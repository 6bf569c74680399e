// dynamic-reshape: the used elements, in row-major order, in dimensions of these sizes. `lower` replaces it by gathers
// and numbers before other stages see it (bound/dimensions.h).
#include "ops/infer_checks.h"
#include "ops/op.h"

namespace hlo2cpp {
namespace {

Shape infer_dynamic_reshape(const InferContext& context) {
    const Shape& operand = context.array_operand(0);
    const Shape& declared = context.instruction.shape;
    context.require(declared.is_array() && declared.type == operand.type,
                    "it makes an array of the operand's type, not " + to_string(declared));
    context.require_operands(1 + declared.rank());
    for (std::size_t i = 1; i < context.operand_count(); ++i)
        if (const Shape& size = context.array_operand(i); !size.is_scalar() || size.type != ElementType::S32)
            context.fail("the sizes must be s32[], found " + to_string(size));
    if (declared.elements() != operand.elements())
        context.fail("it cannot make " + to_string(declared) + " of the " + std::to_string(operand.elements()) +
                     " elements of " + to_string(operand));
    return Shape::array(operand.type, declared.dims);
}

} // namespace

const OpDefinition op_dynamic_reshape = {.infer = infer_dynamic_reshape, .declares_shape = true};

} // namespace hlo2cpp
