// replica-id: the number of this replica: 0, there is one
#include "ops/identity.h"

namespace hlo2cpp {
namespace {

Shape infer_replica_id(const InferContext& context) {
    context.require_operands(0);
    return Shape::scalar(ElementType::U32);
}

Tensor evaluate_replica_id(const EvaluateContext& context) {
    return Tensor(context.shape());
}

InstructionId expand_replica_id(Expansion& e) {
    return e.integer(e.shape(), 0);
}

} // namespace

const OpDefinition op_replica_id = {.infer = infer_replica_id,
                                    .evaluate = evaluate_replica_id,
                                    .form = ExpandForm{.expand = expand_replica_id},
                                    .cost = Cost::Free};

} // namespace hlo2cpp
