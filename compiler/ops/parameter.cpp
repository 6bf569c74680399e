// parameter: an argument from the caller; the evaluator and `fuse` know its value
#include "ops/op.h"

namespace hlo2cpp {
namespace {

Shape infer_parameter(const InferContext& context) {
    context.require_operands(0);
    return context.instruction.shape;
}

} // namespace

const OpDefinition op_parameter = {
    .infer = infer_parameter, .form = StructureForm{}, .cost = Cost::Free, .exact = true, .declares_shape = true};

} // namespace hlo2cpp
