// transpose: result[i0, i1, ...] = operand[j] with j[dimensions[k]] = i[k]
#include "ops/infer_checks.h"
#include "ops/op.h"
#include "ops/strided.h"

namespace hlo2cpp {
namespace {

Shape infer_transpose(const InferContext& context) {
    context.require_operands(1);
    const Shape& operand = context.array_operand(0);
    require_rank(context, "dimensions", context.attributes().dimensions.size(), operand);
    require_dimensions(context, "dimensions", context.attributes().dimensions, operand);
    std::vector<std::int64_t> dims;
    for (const std::int64_t dimension : context.attributes().dimensions)
        dims.push_back(operand.dims[static_cast<std::size_t>(dimension)]);
    return inferred_array(context, operand.type, std::move(dims));
}

Tensor evaluate_transpose(const EvaluateContext& context) {
    Tensor result = transposed(context.operand(0), context.attributes().dimensions);
    result.shape = context.shape();
    return result;
}

std::vector<ExprId> element_transpose(ElementBuilder& builder, const ElementIndex& index) {
    ElementIndex operand_index(index.size());
    for (std::size_t i = 0; i < index.size(); ++i)
        operand_index[static_cast<std::size_t>(builder.attributes().dimensions[i])] = index[i];
    return {builder.operand(0, operand_index)};
}

} // namespace

const OpDefinition op_transpose = {.infer = infer_transpose,
                                   .evaluate = evaluate_transpose,
                                   .form = ElementForm{.element = element_transpose},
                                   .cost = Cost::Free,
                                   .access = Access::Reindexed,
                                   .exact = true};

} // namespace hlo2cpp
