// outfeed: gives arrays to the host; a token
#include "evaluate/tensor.h"
#include "ops/feed.h"

namespace hlo2cpp {
namespace {

Shape infer_outfeed(const InferContext& context) {
    context.require_operands(2);
    require_feedable(context, context.operand(0));
    require_token(context, 1);
    return Shape::token();
}

Tensor evaluate_outfeed(const EvaluateContext& context) {
    const Instruction& data = context.computation[context.instruction.operands[0]];
    given(context, context.operand(0), data.shape);
    return token_value();
}

InstructionId expand_outfeed(Expansion& e) {
    host_gives(e, Feed::Outfeed, e.operand(0));
    return e.operand(1);
}

} // namespace

const OpDefinition op_outfeed = {.infer = infer_outfeed,
                                 .evaluate = evaluate_outfeed,
                                 .form = ExpandForm{.expand = expand_outfeed},
                                 .cost = Cost::Expensive,
                                 .feed = Feed::Outfeed};

} // namespace hlo2cpp
