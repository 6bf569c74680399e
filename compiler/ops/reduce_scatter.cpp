// reduce-scatter: as all-reduce, of which each replica keeps its part along a dimension: of one, all
#include "ops/collective.h"

namespace hlo2cpp {

const OpDefinition op_reduce_scatter = {.infer = infer_along_dimension,
                                        .evaluate = evaluate_all,
                                        .form = ExpandForm{.expand = expand_all},
                                        .cost = Cost::Free};

} // namespace hlo2cpp
