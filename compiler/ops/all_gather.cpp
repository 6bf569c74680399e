// all-gather: the operands of all replicas, one after the other along a dimension: of one, itself
#include "ops/collective.h"

namespace hlo2cpp {
namespace {

Shape infer_all_gather(const InferContext& context) {
    return infer_along_dimension(context, context.instruction.shape);
}

} // namespace

const OpDefinition op_all_gather = {
    .infer = infer_all_gather, .evaluate = evaluate_all, .form = ExpandForm{.expand = expand_all}, .cost = Cost::Free};

} // namespace hlo2cpp
