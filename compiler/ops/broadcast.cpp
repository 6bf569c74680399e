// broadcast: result[i0, i1, ...] = operand[i(dimensions[0]), i(dimensions[1]), ...]
#include "ops/infer_checks.h"
#include "ops/op.h"
#include "ops/strided.h"

namespace hlo2cpp {
namespace {

Shape infer_broadcast(const InferContext& context) {
    context.require_operands(1);
    const Shape& operand = context.array_operand(0);
    const Shape& result = context.instruction.shape;
    const std::vector<std::int64_t>& dimensions = context.attributes().dimensions;
    require_rank(context, "dimensions", dimensions.size(), operand);
    require_dimensions(context, "dimensions", dimensions, result);
    for (std::size_t i = 0; i < dimensions.size(); ++i)
        if (operand.dims[i] != result.dims[static_cast<std::size_t>(dimensions[i])])
            context.fail("dimension " + std::to_string(i) + " of the operand " + to_string(operand) +
                         " becomes dimension " + std::to_string(dimensions[i]) + " of the result " + to_string(result) +
                         ", which has another size");
    return inferred_array(context, operand.type, result.dims);
}

Tensor evaluate_broadcast(const EvaluateContext& context) {
    const std::vector<std::int64_t> operand_strides = row_major_strides(context.operand(0).shape.dims);
    std::vector<std::int64_t> strides(context.shape().rank(), 0);
    for (std::size_t i = 0; i < operand_strides.size(); ++i)
        strides[static_cast<std::size_t>(context.attributes().dimensions[i])] = operand_strides[i];
    return read_strided(context.shape(), context.operand(0), 0, strides);
}

std::vector<ExprId> element_broadcast(ElementBuilder& builder, const ElementIndex& index) {
    ElementIndex operand_index;
    for (const std::int64_t dimension : builder.attributes().dimensions)
        operand_index.push_back(index[static_cast<std::size_t>(dimension)]);
    return {builder.operand(0, operand_index)};
}

} // namespace

const OpDefinition op_broadcast = {.infer = infer_broadcast,
                                   .evaluate = evaluate_broadcast,
                                   .form = ElementForm{.element = element_broadcast},
                                   .cost = Cost::Free,
                                   .access = Access::Reindexed,
                                   .exact = true,
                                   .declares_shape = true};

} // namespace hlo2cpp
