// all-gather: the operands of all replicas, one after the other along a dimension: of one, itself
#include "ops/collective.h"

namespace hlo2cpp {

const OpDefinition op_all_gather = {.infer = infer_along_dimension,
                                    .evaluate = evaluate_all,
                                    .form = ExpandForm{.expand = expand_all},
                                    .cost = Cost::Free};

} // namespace hlo2cpp
