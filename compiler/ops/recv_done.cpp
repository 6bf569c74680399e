// recv-done: (the array that the host gives on the channel, a token)
#include "evaluate/tensor.h"
#include "ops/feed.h"

namespace hlo2cpp {
namespace {

Shape infer_recv_done(const InferContext& context) {
    context.require_operands(1);
    const std::vector<Shape>& context_of_recv = context.operand(0).tuple;
    context.require(context_of_recv.size() == 3,
                    "its operand must be what a recv gives, found " + to_string(context.operand(0)));
    return Shape::tuple_of({context_of_recv[0], Shape::token()});
}

Tensor evaluate_recv_done(const EvaluateContext& context) {
    if (is_device_transfer(context.instruction)) return received_from_device(context);
    require_nothing(context.shape().tuple[0], "receive from");
    return Tensor(context.shape());
}

InstructionId expand_recv_done(Expansion& e) {
    const InstructionId token = e.builder().get_tuple_element(e.operand(0), 2);
    return e.tuple({host_takes(e, Feed::Recv, e.shape().tuple[0]), token});
}

} // namespace

const OpDefinition op_recv_done = {.infer = infer_recv_done,
                                   .evaluate = evaluate_recv_done,
                                   .form = ExpandForm{.expand = expand_recv_done},
                                   .cost = Cost::Expensive,
                                   .feed = Feed::Recv,
                                   .transfers = true};

} // namespace hlo2cpp
