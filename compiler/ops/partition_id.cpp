// partition-id: the number of this partition
#include "evaluate/host_data.h"
#include "ops/exchange.h"
#include "ops/identity.h"

namespace hlo2cpp {
namespace {

Shape infer_partition_id(const InferContext& context) {
    context.require_operands(0);
    return Shape::scalar(ElementType::U32);
}

Tensor evaluate_partition_id(const EvaluateContext& context) {
    Tensor result(context.shape());
    const std::int64_t device = context.host == nullptr ? 0 : context.host->device();
    result.integers()(0) = device % std::max<std::int64_t>(context.module.devices.partitions, 1);
    return result;
}

InstructionId expand_partition_id(Expansion& e) {
    const std::int64_t replicas = e.module().devices.replicas, partitions = e.module().devices.partitions;
    if (partitions <= 1) return e.integer(e.shape(), 0);
    const InstructionId device = device_number(e);
    if (replicas <= 1) return device;
    return e.binary(Opcode::Remainder, device, e.integer(e.shape(), static_cast<std::uint64_t>(partitions)));
}

} // namespace

const OpDefinition op_partition_id = {.infer = infer_partition_id,
                                      .evaluate = evaluate_partition_id,
                                      .form = ExpandForm{.expand = expand_partition_id},
                                      .cost = Cost::Free};

} // namespace hlo2cpp
