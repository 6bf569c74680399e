// pad: result[..., low + i * (interior + 1), ...] = operand[..., i, ...], the padding value everywhere else
#include <algorithm>

#include "ops/infer_checks.h"
#include "ops/op.h"
#include "ops/strided.h"
#include "support/checked.h"

namespace hlo2cpp {
namespace {

Shape infer_pad(const InferContext& context) {
    context.require_operands(2);
    const Shape& operand = context.array_operand(0);
    const Shape& value = context.array_operand(1);
    if (!value.is_scalar() || value.type != operand.type)
        context.fail("the padding value must be a scalar of the type of " + to_string(operand) + ", found " +
                     to_string(value));
    const std::vector<PaddingDimension>& padding = context.attributes().padding;
    require_rank(context, "padding", padding.size(), operand);
    std::vector<std::int64_t> dims;
    for (std::size_t i = 0; i < padding.size(); ++i) {
        const auto [low, high, interior] = padding[i];
        const std::string what = "padding " + std::to_string(low) + "_" + std::to_string(high) + "_" +
                                 std::to_string(interior) + " of dimension " + std::to_string(i) + " of " +
                                 to_string(operand);
        if (interior < 0) context.fail(what + ": interior padding must not be negative");
        std::optional<std::int64_t> size = checked_multiply(std::max<std::int64_t>(operand.dims[i] - 1, 0), interior);
        if (size) size = checked_add(*size, operand.dims[i]);
        if (size) size = checked_add(*size, low);
        if (size) size = checked_add(*size, high);
        if (!size || *size < 0)
            context.fail(what + (size ? " makes its size negative" : " makes its size more than 2^63"));
        dims.push_back(*size);
    }
    return inferred_array(context, operand.type, std::move(dims));
}

Tensor evaluate_pad(const EvaluateContext& context) {
    Tensor result(context.shape());
    std::visit(
        [&](auto& to) {
            using Array = std::decay_t<decltype(to)>;
            const auto& from = std::get<Array>(context.operand(0).data);
            std::ranges::fill(to, std::get<Array>(context.operand(1).data)(0));
            const std::vector<std::int64_t> strides = row_major_strides(context.shape().dims);
            std::int64_t element = 0;
            for_each_index(context.operand(0).shape.dims, [&](const std::vector<std::int64_t>& index) {
                std::int64_t offset = 0;
                bool inside = true;
                for (std::size_t d = 0; d < index.size(); ++d) {
                    const PaddingDimension& padding = context.attributes().padding[d];
                    const std::int64_t position = padding.low + index[d] * (padding.interior + 1);
                    inside = inside && position >= 0 && position < context.shape().dims[d];
                    offset += position * strides[d];
                }
                if (inside) to(offset) = from(element);
                ++element;
            });
        },
        result.data);
    return result;
}

std::vector<ExprId> element_pad(ElementBuilder& builder, const ElementIndex& index) {
    const Shape& operand = builder.operand_shape(0);
    const ExprId value = builder.operand(1, {});
    if (operand.elements() == 0) return {value};
    std::vector<Condition> conditions;
    ElementIndex operand_index;
    for (std::size_t d = 0; d < index.size(); ++d) {
        const PaddingDimension& padding = builder.attributes().padding[d];
        const Index position = index[d] - Index(padding.low);
        const std::int64_t step = padding.interior + 1;
        operand_index.push_back(builder.space().floor_divide(position, step));
        conditions.push_back({.index = operand_index.back(), .low = 0, .high = operand.dims[d]});
        conditions.push_back({.index = builder.space().modulo(position, step), .low = 0, .high = 1});
    }
    return {builder.guard(std::move(conditions), builder.operand(0, operand_index), value)};
}

} // namespace

const OpDefinition op_pad = {.infer = infer_pad,
                             .evaluate = evaluate_pad,
                             .form = ElementForm{.element = element_pad},
                             .cost = Cost::Free,
                             .access = Access::Piecewise,
                             .exact = true};

} // namespace hlo2cpp
