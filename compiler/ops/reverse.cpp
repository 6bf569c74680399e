// reverse: result[i] = operand[j] with j[d] = size[d] - 1 - i[d] for the reversed dimensions, i[d] for the others
#include "ops/infer_checks.h"
#include "ops/op.h"
#include "ops/strided.h"

namespace hlo2cpp {
namespace {

Shape infer_reverse(const InferContext& context) {
    context.require_operands(1);
    const Shape& operand = context.array_operand(0);
    require_dimensions(context, "dimensions", context.attributes().dimensions, operand);
    return inferred_array(context, operand.type, operand.dims);
}

Tensor evaluate_reverse(const EvaluateContext& context) {
    std::vector<std::int64_t> strides = row_major_strides(context.shape().dims);
    std::int64_t base = 0;
    for (const std::int64_t dimension : context.attributes().dimensions) {
        const auto d = static_cast<std::size_t>(dimension);
        base += (context.shape().dims[d] - 1) * strides[d];
        strides[d] = -strides[d];
    }
    return read_strided(context.shape(), context.operand(0), base, strides);
}

std::vector<ExprId> element_reverse(ElementBuilder& builder, const ElementIndex& index) {
    ElementIndex operand_index = index;
    for (const std::int64_t dimension : builder.attributes().dimensions) {
        const auto d = static_cast<std::size_t>(dimension);
        operand_index[d] = Index(builder.shape().dims[d] - 1) - index[d];
    }
    return {builder.operand(0, operand_index)};
}

} // namespace

const OpDefinition op_reverse = {.infer = infer_reverse,
                                 .evaluate = evaluate_reverse,
                                 .form = ElementForm{.element = element_reverse},
                                 .cost = Cost::Free,
                                 .access = Access::Reindexed,
                                 .exact = true};

} // namespace hlo2cpp
