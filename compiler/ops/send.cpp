// send: gives an array to the host or to another device, on a channel; gives a tuple for send-done: the array, an
// unused number, a token
#include "evaluate/tensor.h"
#include "ops/collective.h"
#include "ops/feed.h"

namespace hlo2cpp {
namespace {

Shape infer_send(const InferContext& context) {
    context.require_operands(2);
    const Shape& data = context.array_operand(0);
    require_token(context, 1);
    if (is_device_transfer(context.instruction)) require_pairs(context);
    return Shape::tuple_of({data, Shape::scalar(ElementType::U32), Shape::token()});
}

Tensor evaluate_send(const EvaluateContext& context) {
    if (is_device_transfer(context.instruction))
        send_to_device(context);
    else
        require_nothing(context.operand(0).shape, "send to");
    Tensor result(context.shape());
    result.tuple[0] = context.operand(0);
    return result;
}

InstructionId expand_send(Expansion& e) {
    host_gives(e, Feed::Send, e.operand(0));
    return e.tuple({e.operand(0), e.integer(Shape::scalar(ElementType::U32), 0), e.operand(1)});
}

} // namespace

const OpDefinition op_send = {.infer = infer_send,
                              .evaluate = evaluate_send,
                              .form = ExpandForm{.expand = expand_send},
                              .cost = Cost::Expensive,
                              .feed = Feed::Send,
                              .transfers = true};

} // namespace hlo2cpp
