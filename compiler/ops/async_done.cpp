// async-done: the result of the computation that async-start began
#include "ops/identity.h"

namespace hlo2cpp {
namespace {

constexpr std::size_t kResult = 1;

Shape infer(const InferContext& context) {
    return infer_element(context, kResult);
}

Tensor evaluate(const EvaluateContext& context) {
    return evaluate_element(context, kResult);
}

InstructionId expand(Expansion& e) {
    return e.builder().get_tuple_element(e.operand(0), kResult);
}

} // namespace

const OpDefinition op_async_done = {
    .infer = infer, .evaluate = evaluate, .form = ExpandForm{.expand = expand}, .cost = Cost::Free};

} // namespace hlo2cpp
