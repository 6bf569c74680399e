// fusion: the result of a computation applied to the operands, whatever its backend intended
#include "ops/call.h"

namespace hlo2cpp {

const OpDefinition op_fusion = {
    .infer = infer_call, .form = StructureForm{.callees = Callees::Inlined}, .cost = Cost::Expensive};

} // namespace hlo2cpp
