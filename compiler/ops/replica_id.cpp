// replica-id: the number of this replica
#include "evaluate/host_data.h"
#include "ops/exchange.h"
#include "ops/identity.h"

namespace hlo2cpp {
namespace {

Shape infer_replica_id(const InferContext& context) {
    context.require_operands(0);
    return Shape::scalar(ElementType::U32);
}

Tensor evaluate_replica_id(const EvaluateContext& context) {
    Tensor result(context.shape());
    const std::int64_t device = context.host == nullptr ? 0 : context.host->device();
    result.integers()(0) = device / std::max<std::int64_t>(context.module.devices.partitions, 1);
    return result;
}

InstructionId expand_replica_id(Expansion& e) {
    const std::int64_t replicas = e.module().devices.replicas, partitions = e.module().devices.partitions;
    if (replicas <= 1) return e.integer(e.shape(), 0);
    const InstructionId device = device_number(e);
    if (partitions <= 1) return device;
    return e.binary(Opcode::Divide, device, e.integer(e.shape(), static_cast<std::uint64_t>(partitions)));
}

} // namespace

const OpDefinition op_replica_id = {.infer = infer_replica_id,
                                    .evaluate = evaluate_replica_id,
                                    .form = ExpandForm{.expand = expand_replica_id},
                                    .cost = Cost::Free};

} // namespace hlo2cpp
