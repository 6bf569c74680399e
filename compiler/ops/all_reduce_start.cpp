// all-reduce-start: as all-reduce; all-reduce-done takes it
#include "ops/collective.h"

namespace hlo2cpp {

const OpDefinition op_all_reduce_start = {
    .infer = infer_collective, .evaluate = evaluate_all, .form = ExpandForm{.expand = expand_all}, .cost = Cost::Free};

} // namespace hlo2cpp
