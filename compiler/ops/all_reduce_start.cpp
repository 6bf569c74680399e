// all-reduce-start: as all-reduce; all-reduce-done takes it. Of one operand it may also be (operand, all-reduce), of
// which all-reduce-done takes the second
#include "ops/collective.h"

namespace hlo2cpp {

namespace {

Shape infer_all_reduce_start(const InferContext& context) {
    const Shape result = infer_collective(context);
    const Shape pair = Shape::tuple_of({result, result});
    return result.is_array() && same_shape(context.instruction.shape, pair) ? pair : result;
}

bool gives_pair(const Shape& shape, std::size_t operands) {
    return shape.is_tuple() && operands == 1;
}

Tensor evaluate_all_reduce_start(const EvaluateContext& context) {
    const Tensor result = evaluate_all(context);
    if (!gives_pair(context.shape(), context.operands.size())) return result;
    return evaluate_started(context, {result, result});
}

InstructionId expand_all_reduce_start(Expansion& e) {
    const InstructionId result = expand_all(e);
    return gives_pair(e.shape(), e.instruction().operands.size()) ? e.tuple({result, result}) : result;
}

} // namespace

const OpDefinition op_all_reduce_start = {.infer = infer_all_reduce_start,
                                          .evaluate = evaluate_all_reduce_start,
                                          .form = ExpandForm{.expand = expand_all_reduce_start},
                                          .cost = Cost::Free};

} // namespace hlo2cpp
