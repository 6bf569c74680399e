// all-reduce-start: like all-reduce; all-reduce-done takes it. With one operand it may also be the pair (operand,
// all-reduce), whose second element all-reduce-done takes
#include "ops/collective.h"

namespace hlo2cpp {
namespace {

Shape infer_all_reduce_start(const InferContext& context) {
    const Shape result = op_all_reduce.infer(context);
    const Shape pair = Shape::tuple_of({result, result});
    return result.is_array() && same_shape(context.instruction.shape, pair) ? pair : result;
}

Tensor evaluate_all_reduce_start(const EvaluateContext& context) {
    Tensor result = op_all_reduce.evaluate(context);
    const bool pair = context.shape().is_tuple() && context.operands.size() == 1;
    return pair ? evaluate_start(context, std::move(result)) : result;
}

} // namespace

const OpDefinition op_all_reduce_start = {.infer = infer_all_reduce_start,
                                          .evaluate = evaluate_all_reduce_start,
                                          .form = StartForm{.op = &op_all_reduce},
                                          .cost = Cost::Expensive,
                                          .collective = Collective::Joint};

} // namespace hlo2cpp
