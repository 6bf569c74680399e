// reduce-scatter: as all-reduce, of which each replica keeps its part along a dimension: of one, all
#include "ops/collective.h"

namespace hlo2cpp {
namespace {

Shape infer_reduce_scatter(const InferContext& context) {
    return infer_along_dimension(context, context.instruction.shape);
}

} // namespace

const OpDefinition op_reduce_scatter = {.infer = infer_reduce_scatter,
                                        .evaluate = evaluate_all,
                                        .form = ExpandForm{.expand = expand_all},
                                        .cost = Cost::Free};

} // namespace hlo2cpp
