// collective-broadcast: the operands of the first replica of a group
#include "ops/collective.h"

namespace hlo2cpp {

const OpDefinition op_collective_broadcast = {
    .infer = infer_collective, .evaluate = evaluate_all, .form = ExpandForm{.expand = expand_all}, .cost = Cost::Free};

} // namespace hlo2cpp
