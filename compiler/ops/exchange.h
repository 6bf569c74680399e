// Builds and evaluates exchanges between devices (ir/exchange.h).
#pragma once

#include "ir/exchange.h"
#include "ops/expansion.h"
#include "ops/op.h"

namespace hlo2cpp {

using DeviceGroups = std::vector<std::vector<std::int64_t>>;

// The number of this device, u32[].
InstructionId device_number(Expansion& e);
// Begins an exchange of the collective's groups; the value under way has the shape `result`.
InstructionId start_exchange(Expansion& e, Exchange exchange, const DeviceGroups& groups, Shape result,
                             Expansion::Values operands);
// Begins a transfer from device to device.
InstructionId start_permute(Expansion& e, std::vector<SourceTarget> pairs, InstructionId operand);
// Ends an exchange and gives its result.
InstructionId wait_for(Expansion& e, InstructionId under_way);
// The arrays [x...] of all members as [members, x...].
InstructionId start_gather(Expansion& e, const DeviceGroups& groups, InstructionId array);
// Gathers and waits for the result.
InstructionId gather(Expansion& e, const DeviceGroups& groups, InstructionId array);

// Shape and evaluation of a custom call that is an exchange.
Shape infer_exchange(const InferContext& context);
Tensor evaluate_exchange(const EvaluateContext& context);

} // namespace hlo2cpp
