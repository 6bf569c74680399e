// opt-barrier: x. No optimization looks across it, from x's computation to the result's users.
#include "evaluate/tensor.h"
#include "ops/op.h"

namespace hlo2cpp {
namespace {

Shape infer_opt_barrier(const InferContext& context) {
    context.require_operands(1);
    return context.operand(0);
}

Tensor evaluate_opt_barrier(const EvaluateContext& context) {
    return context.take(0);
}

} // namespace

const OpDefinition op_opt_barrier = {.infer = infer_opt_barrier,
                                     .evaluate = evaluate_opt_barrier,
                                     .form = StructureForm{},
                                     .cost = Cost::Free,
                                     .barrier = true};

} // namespace hlo2cpp
