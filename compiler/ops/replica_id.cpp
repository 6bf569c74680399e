// replica-id: the number of this replica: 0, there is one
#include "ops/identity.h"

namespace hlo2cpp {
namespace {

Shape infer(const InferContext& context) {
    context.require_operands(0);
    return Shape::scalar(ElementType::U32);
}

Tensor evaluate(const EvaluateContext& context) {
    return Tensor(context.shape());
}

InstructionId expand(Expansion& e) {
    return e.integer(e.shape(), 0);
}

} // namespace

const OpDefinition op_replica_id = {
    .infer = infer, .evaluate = evaluate, .form = ExpandForm{.expand = expand}, .cost = Cost::Free};

} // namespace hlo2cpp
