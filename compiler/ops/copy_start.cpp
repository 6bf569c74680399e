// copy-start: (x, x, context), which copy-done takes
#include "ops/identity.h"

namespace hlo2cpp {
namespace {

Shape infer_copy_start(const InferContext& context) {
    context.require_operands(1);
    return started(context, {context.operand(0), context.operand(0)});
}

Tensor evaluate_copy_start(const EvaluateContext& context) {
    return evaluate_started(context, {context.operand(0), context.operand(0)});
}

InstructionId expand_copy_start(Expansion& e) {
    return expand_started(e, {e.operand(0), e.operand(0)});
}

} // namespace

const OpDefinition op_copy_start = {.infer = infer_copy_start,
                                    .evaluate = evaluate_copy_start,
                                    .form = ExpandForm{.expand = expand_copy_start},
                                    .cost = Cost::Free,
                                    .declares_shape = true};

} // namespace hlo2cpp
