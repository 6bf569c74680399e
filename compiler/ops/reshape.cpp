// reshape: result[i] = operand[j] where i and j are the same element in row-major order
#include "ops/reshape.h"
#include "ops/infer_checks.h"
#include "ops/op.h"

#include "evaluate/tensor.h"

namespace hlo2cpp {
namespace {

// The sizes other than 1, which a reshape by unit dimensions alone keeps.
std::vector<std::int64_t> proper_sizes(const Shape& shape) {
    std::vector<std::int64_t> sizes;
    for (const std::int64_t dim : shape.dims)
        if (dim != 1) sizes.push_back(dim);
    return sizes;
}

Tensor evaluate(const EvaluateContext& context) {
    Tensor result = context.take(0);
    result.shape = context.shape();
    return result;
}

} // namespace

Shape infer_reshape(const InferContext& context) {
    context.require_operands(1);
    const Shape& operand = context.array_operand(0);
    const Shape result = inferred_array(context, operand.type, context.instruction.shape.dims);
    if (operand.elements() != result.elements())
        context.fail("it cannot make " + to_string(result) + " of " + to_string(operand) + ": " +
                     std::to_string(result.elements()) + " elements of " + std::to_string(operand.elements()));
    return result;
}

std::vector<ExprId> reshape_element(ElementBuilder& builder, const ElementIndex& index) {
    const Shape& operand = builder.operand_shape(0);
    if (proper_sizes(operand) != proper_sizes(builder.shape()))
        return {builder.operand_linear(0, linearize(builder.space(), index, builder.shape().dims))};
    ElementIndex operand_index;
    std::size_t next = 0; // dimension of the result that the next proper dimension of the operand is
    for (const std::int64_t dim : operand.dims) {
        while (dim != 1 && builder.shape().dims[next] == 1) ++next;
        operand_index.push_back(dim == 1 ? Index(0) : index[next++]);
    }
    return {builder.operand(0, operand_index)};
}

const OpDefinition op_reshape = {.infer = infer_reshape,
                                 .evaluate = evaluate,
                                 .form = ElementForm{.element = reshape_element},
                                 .cost = Cost::Free,
                                 .access = Access::Bitcast,
                                 .exact = true,
                                 .declares_shape = true};

} // namespace hlo2cpp
