// set-dimension-size: the operand with a number of used elements along one dimension: the dimension becomes dynamic, or
// static if the number is the bound. `lower` replaces it by a number beside the array before other stages see it
// (bound/dimensions.h).
#include "ops/infer_checks.h"
#include "ops/op.h"

namespace hlo2cpp {
namespace {

Shape infer_set_dimension_size(const InferContext& context) {
    context.require_operands(2);
    const Shape& operand = context.array_operand(0);
    const std::vector<std::int64_t>& dimensions = context.attributes().dimensions;
    if (dimensions.size() != 1)
        context.fail("it sets the size of one dimension, found dimensions=" + list_of(dimensions));
    require_dimension(context, "dimensions", dimensions[0], operand);
    const Shape& size = context.array_operand(1);
    if (!size.is_scalar() || size.type != ElementType::S32)
        context.fail("the size must be s32[], found " + to_string(size));
    return Shape::array(operand.type, operand.dims);
}

} // namespace

const OpDefinition op_set_dimension_size = {.infer = infer_set_dimension_size, .declares_shape = true};

} // namespace hlo2cpp
