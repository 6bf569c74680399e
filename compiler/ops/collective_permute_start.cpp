// collective-permute-start: (operand, collective-permute, contexts); collective-permute-done takes the second
#include "ops/collective_permute.h"

namespace hlo2cpp {
namespace {

Shape infer(const InferContext& context) {
    context.require_operands(1);
    const Shape result = infer_permute(context);
    return started(context, {result, result});
}

Tensor evaluate(const EvaluateContext& context) {
    std::vector<Tensor> elements = {context.operand(0)};
    elements.push_back(evaluate_permute(context));
    return evaluate_started(context, std::move(elements));
}

InstructionId expand(Expansion& e) {
    return expand_started(e, {expand_all(e), expand_permute(e)});
}

} // namespace

const OpDefinition op_collective_permute_start = {.infer = infer,
                                                  .evaluate = evaluate,
                                                  .form = ExpandForm{.expand = expand},
                                                  .cost = Cost::Free,
                                                  .declares_shape = true};

} // namespace hlo2cpp
