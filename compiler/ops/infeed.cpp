// infeed: (the arrays that the host gives next, a token)
#include "evaluate/tensor.h"
#include "ops/feed.h"

namespace hlo2cpp {
namespace {

Shape infer_infeed(const InferContext& context) {
    context.require_operands(1);
    require_token(context, 0);
    const Shape& data = declared_with_token(context, 2)[0];
    require_feedable(context, data);
    return Shape::tuple_of({data, Shape::token()});
}

Tensor evaluate_infeed(const EvaluateContext& context) {
    Tensor result(context.shape());
    result.tuple[0] = taken(context, context.shape().tuple[0]);
    result.tuple[1] = token_value();
    return result;
}

InstructionId expand_infeed(Expansion& e) {
    return e.tuple({host_takes(e, Feed::Infeed, e.shape().tuple[0]), e.operand(0)});
}

} // namespace

const OpDefinition op_infeed = {.infer = infer_infeed,
                                .evaluate = evaluate_infeed,
                                .form = ExpandForm{.expand = expand_infeed},
                                .cost = Cost::Expensive,
                                .feed = Feed::Infeed,
                                .declares_shape = true};

} // namespace hlo2cpp
