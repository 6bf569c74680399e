// get-dimension-size: the number of elements of the operand along a dimension
#include "evaluate/tensor.h"
#include "ops/expansion.h"
#include "ops/infer_checks.h"
#include "ops/op.h"

namespace hlo2cpp {
namespace {

Shape infer_get_dimension_size(const InferContext& context) {
    context.require_operands(1);
    const std::vector<std::int64_t>& dimensions = context.attributes().dimensions;
    if (dimensions.size() != 1)
        context.fail("it gives the size of one dimension, found dimensions=" + list_of(dimensions));
    require_dimension(context, "dimensions", dimensions[0], context.array_operand(0));
    return Shape::scalar(ElementType::S32);
}

std::int64_t size_of(const Shape& operand, const Attributes& attributes) {
    return operand.dims[static_cast<std::size_t>(attributes.dimensions[0])];
}

Tensor evaluate_get_dimension_size(const EvaluateContext& context) {
    Tensor result(context.shape());
    result.integers()(0) = wrap_to(ElementType::S32, size_of(context.operand(0).shape, context.attributes()));
    return result;
}

InstructionId expand_get_dimension_size(Expansion& e) {
    const std::int64_t size = wrap_to(ElementType::S32, size_of(e.shape_of(e.operand(0)), e.attributes()));
    return e.number(e.shape(), static_cast<double>(size));
}

} // namespace

const OpDefinition op_get_dimension_size = {.infer = infer_get_dimension_size,
                                            .evaluate = evaluate_get_dimension_size,
                                            .form = ExpandForm{.expand = expand_get_dimension_size},
                                            .cost = Cost::Free};

} // namespace hlo2cpp
