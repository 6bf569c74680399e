// all-to-all: part i of the result is part j of replica i's operand, j being this replica's number; the parts lie along
// a dimension, or are operands. Of one replica there is one part
#include "ops/collective.h"
#include "ops/infer_checks.h"

namespace hlo2cpp {
namespace {

bool has_tuple(const Attributes& attributes) {
    return attributes.dimensions.empty();
}

Shape infer_all_to_all(const InferContext& context) {
    require_one_replica(context);
    context.require_operands(1);
    const Shape& operand = context.array_operand(0);
    if (has_tuple(context.attributes())) return Shape::tuple_of({operand});
    return infer_along_dimension(context, context.instruction.shape);
}

Tensor evaluate_all_to_all(const EvaluateContext& context) {
    if (!has_tuple(context.attributes())) return context.take(0);
    Tensor result;
    result.shape = context.shape();
    result.tuple.push_back(context.take(0));
    return result;
}

InstructionId expand_all_to_all(Expansion& e) {
    return has_tuple(e.attributes()) ? e.tuple({e.operand(0)}) : e.operand(0);
}

} // namespace

const OpDefinition op_all_to_all = {.infer = infer_all_to_all,
                                    .evaluate = evaluate_all_to_all,
                                    .form = ExpandForm{.expand = expand_all_to_all},
                                    .cost = Cost::Free};

} // namespace hlo2cpp
