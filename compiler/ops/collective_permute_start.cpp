// collective-permute-start: (operand, collective-permute, contexts); collective-permute-done takes the second
#include "ops/collective_permute.h"

namespace hlo2cpp {
namespace {

Shape infer_collective_permute_start(const InferContext& context) {
    context.require_operands(1);
    const Shape result = infer_permute(context);
    return started(context, {result, result});
}

Tensor evaluate_collective_permute_start(const EvaluateContext& context) {
    std::vector<Tensor> elements = {context.operand(0)};
    elements.push_back(evaluate_permute(context));
    return evaluate_started(context, std::move(elements));
}

InstructionId expand_collective_permute_start(Expansion& e) {
    return expand_started(e, {expand_all(e), expand_permute(e)});
}

} // namespace

const OpDefinition op_collective_permute_start = {.infer = infer_collective_permute_start,
                                                  .evaluate = evaluate_collective_permute_start,
                                                  .form = ExpandForm{.expand = expand_collective_permute_start},
                                                  .cost = Cost::Free,
                                                  .declares_shape = true};

} // namespace hlo2cpp
