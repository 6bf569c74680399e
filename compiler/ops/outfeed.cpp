// outfeed: gives arrays to the host; a token
#include "evaluate/tensor.h"
#include "ops/feed.h"

namespace hlo2cpp {
namespace {

Shape infer(const InferContext& context) {
    context.require_operands(2);
    require_feedable(context, context.operand(0));
    require_token(context, 1);
    return Shape::token();
}

Tensor evaluate(const EvaluateContext& context) {
    const Instruction& data = context.computation[context.instruction.operands[0]];
    given(context, context.operand(0), data.shape);
    return token_value();
}

InstructionId expand(Expansion& e) {
    host_gives(e, Feed::Outfeed, e.operand(0));
    return e.operand(1);
}

} // namespace

const OpDefinition op_outfeed = {.infer = infer,
                                 .evaluate = evaluate,
                                 .form = ExpandForm{.expand = expand},
                                 .cost = Cost::Expensive,
                                 .feed = Feed::Outfeed};

} // namespace hlo2cpp
