// partition-id: the number of this partition: 0, there is one
#include "ops/identity.h"

namespace hlo2cpp {
namespace {

Shape infer_partition_id(const InferContext& context) {
    context.require_operands(0);
    return Shape::scalar(ElementType::U32);
}

Tensor evaluate_partition_id(const EvaluateContext& context) {
    return Tensor(context.shape());
}

InstructionId expand_partition_id(Expansion& e) {
    return e.integer(e.shape(), 0);
}

} // namespace

const OpDefinition op_partition_id = {.infer = infer_partition_id,
                                      .evaluate = evaluate_partition_id,
                                      .form = ExpandForm{.expand = expand_partition_id},
                                      .cost = Cost::Free};

} // namespace hlo2cpp
