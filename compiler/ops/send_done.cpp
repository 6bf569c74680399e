// send-done: a token, when the array of a send has been taken, which happens at once
#include "evaluate/tensor.h"
#include "ops/feed.h"

namespace hlo2cpp {
namespace {

Shape infer_send_done(const InferContext& context) {
    context.require_operands(1);
    return Shape::token();
}

Tensor evaluate_send_done(const EvaluateContext&) {
    return token_value();
}

InstructionId expand_send_done(Expansion& e) {
    return e.builder().get_tuple_element(e.operand(0), 2);
}

} // namespace

const OpDefinition op_send_done = {.infer = infer_send_done,
                                   .evaluate = evaluate_send_done,
                                   .form = ExpandForm{.expand = expand_send_done},
                                   .cost = Cost::Free,
                                   .transfers = true};

} // namespace hlo2cpp
