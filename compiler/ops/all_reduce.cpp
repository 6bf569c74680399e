// all-reduce: the sum, or what the computation makes of them, of the operands of all replicas: of one, itself
#include "ops/collective.h"

namespace hlo2cpp {

const OpDefinition op_all_reduce = {
    .infer = infer_collective, .evaluate = evaluate_all, .form = ExpandForm{.expand = expand_all}, .cost = Cost::Free};

} // namespace hlo2cpp
