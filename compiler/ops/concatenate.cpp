// concatenate: result[..., i, ...] = operand k[..., i - sizes of the operands before k, ...]
#include "ops/infer_checks.h"
#include "ops/op.h"
#include "ops/strided.h"
#include "support/checked.h"

namespace hlo2cpp {
namespace {

std::size_t concatenated_dimension(const Attributes& attributes) {
    return static_cast<std::size_t>(attributes.dimensions[0]);
}

Shape infer_concatenate(const InferContext& context) {
    context.require(context.operand_count() > 0, "it needs at least one operand");
    context.require(context.attributes().dimensions.size() == 1,
                    "dimensions must name one dimension, found " + list_of(context.attributes().dimensions));
    const Shape& first = context.array_operand(0);
    require_dimensions(context, "dimensions", context.attributes().dimensions, first);
    const std::size_t d = concatenated_dimension(context.attributes());
    std::vector<std::int64_t> dims = first.dims;
    for (std::size_t i = 1; i < context.operand_count(); ++i) {
        const Shape& operand = context.array_operand(i);
        std::vector<std::int64_t> expected = operand.dims;
        if (expected.size() == dims.size()) expected[d] = first.dims[d];
        if (operand.type != first.type || expected != first.dims)
            context.fail("operand " + std::to_string(i) + ", " + to_string(operand) + ", does not fit the first, " +
                         to_string(first) + ": types and all sizes but that of dimension " + std::to_string(d) +
                         " must agree");
        const auto sum = checked_add(dims[d], operand.dims[d]);
        if (!sum) context.fail("the size of dimension " + std::to_string(d) + " of the result is more than 2^63");
        dims[d] = *sum;
    }
    return inferred_array(context, first.type, std::move(dims));
}

Tensor evaluate_concatenate(const EvaluateContext& context) {
    const std::size_t d = concatenated_dimension(context.attributes());
    if (context.operands.size() == 1) return context.take(0);
    Tensor result(context.shape());
    const std::vector<std::int64_t> strides = row_major_strides(context.shape().dims);
    std::int64_t offset = 0;
    for (const Tensor* operand : context.operands) {
        write_strided(result, *operand, offset * strides[d], strides);
        offset += operand->shape.dims[d];
    }
    return result;
}

// Nested choices: the first operand, else the second, ... else the last; empty operands are never chosen.
std::vector<ExprId> element_concatenate(ElementBuilder& builder, const ElementIndex& index) {
    const std::size_t d = concatenated_dimension(builder.attributes());
    std::int64_t offset = builder.shape().dims[d];
    ExprId chosen;
    for (std::size_t i = builder.operand_count(); i-- > 0;) {
        const std::int64_t size = builder.operand_shape(i).dims[d];
        offset -= size;
        if (size == 0 && (i > 0 || chosen.valid())) continue;
        ElementIndex operand_index = index;
        operand_index[d] = index[d] - Index(offset);
        const ExprId operand = builder.operand(i, operand_index);
        // The operands before this one are tried first, so only the upper bound says something.
        const Condition inside = {.index = operand_index[d], .low = -offset, .high = size};
        chosen = chosen.valid() ? builder.guard({inside}, operand, chosen) : operand;
    }
    return {chosen};
}

} // namespace

const OpDefinition op_concatenate = {.infer = infer_concatenate,
                                     .evaluate = evaluate_concatenate,
                                     .form = ElementForm{.element = element_concatenate},
                                     .cost = Cost::Free,
                                     .access = Access::Piecewise,
                                     .exact = true};

} // namespace hlo2cpp
