// all-gather-start: (operand, all-gather), of several operands a tuple each; all-gather-done takes the second
#include "ops/collective.h"

namespace hlo2cpp {
namespace {

Shape infer_all_gather_start(const InferContext& context) {
    const std::vector<Shape>& declared = context.instruction.shape.tuple;
    const Shape result = infer_along_dimension(context, declared.size() > 1 ? declared[1] : context.instruction.shape);
    return started(context, {result, result});
}

Tensor evaluate_all_gather_start(const EvaluateContext& context) {
    const Tensor result = evaluate_all(context);
    return evaluate_started(context, {result, result});
}

InstructionId expand_all_gather_start(Expansion& e) {
    const InstructionId result = expand_all(e);
    return expand_started(e, {result, result});
}

} // namespace

const OpDefinition op_all_gather_start = {.infer = infer_all_gather_start,
                                          .evaluate = evaluate_all_gather_start,
                                          .form = ExpandForm{.expand = expand_all_gather_start},
                                          .cost = Cost::Free,
                                          .declares_shape = true};

} // namespace hlo2cpp
