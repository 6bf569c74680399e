// all-reduce-done: the result of all-reduce-start, or the second element if that is a pair (operand, result)
#include "ops/identity.h"

namespace hlo2cpp {
namespace {

bool takes_second(const Shape& started, const Shape& result) {
    return result.is_array() && started.is_tuple() && started.tuple.size() == 2;
}

Shape infer_all_reduce_done(const InferContext& context) {
    context.require_operands(1);
    const Shape& started = context.operand(0);
    return takes_second(started, context.instruction.shape) ? started.tuple[1] : started;
}

Tensor evaluate_all_reduce_done(const EvaluateContext& context) {
    if (!takes_second(context.operand(0).shape, context.shape())) return context.take(0);
    return evaluate_element(context, 1);
}

InstructionId expand_all_reduce_done(Expansion& e) {
    if (!takes_second(e.shape_of(e.operand(0)), e.shape())) return e.operand(0);
    return e.builder().get_tuple_element(e.operand(0), 1);
}

} // namespace

const OpDefinition op_all_reduce_done = {.infer = infer_all_reduce_done,
                                         .evaluate = evaluate_all_reduce_done,
                                         .form = ExpandForm{.expand = expand_all_reduce_done},
                                         .cost = Cost::Free,
                                         .ends_start = true};

} // namespace hlo2cpp
