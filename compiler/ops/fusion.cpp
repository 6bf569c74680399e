// fusion: the result of a computation applied to the operands, whatever the backend that fused it had in mind
#include "ops/call.h"

namespace hlo2cpp {

const OpDefinition op_fusion = {.infer = infer_call, .cost = Cost::Expensive, .inlined = true};

} // namespace hlo2cpp
