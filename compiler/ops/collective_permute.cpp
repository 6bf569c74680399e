// collective-permute: the operands of the replica that a pair names as this one's source; zeros where none does
#include "ops/collective_permute.h"

namespace hlo2cpp {

Shape infer_permute(const InferContext& context) {
    const std::vector<SourceTarget>& pairs = context.attributes().source_target_pairs;
    for (const SourceTarget& pair : pairs)
        if (pair != SourceTarget{0, 0}) context.fail("its source_target_pairs name a device that does not exist");
    context.require(pairs.size() <= 1, "its source_target_pairs name a target twice");
    return infer_all(context);
}

Tensor evaluate_permute(const EvaluateContext& context) {
    Tensor result = evaluate_all(context);
    return context.attributes().source_target_pairs.empty() ? Tensor(result.shape) : result;
}

InstructionId expand_permute(Expansion& e) {
    if (!e.attributes().source_target_pairs.empty()) return expand_all(e);
    Expansion::Values zeros;
    for (const InstructionId operand : e.instruction().operands) zeros.push_back(e.number(e.shape_of(operand), 0));
    return zeros.size() == 1 ? zeros[0] : e.tuple(std::move(zeros));
}

const OpDefinition op_collective_permute = {.infer = infer_permute,
                                            .evaluate = evaluate_permute,
                                            .form = ExpandForm{.expand = expand_permute},
                                            .cost = Cost::Free};

} // namespace hlo2cpp
