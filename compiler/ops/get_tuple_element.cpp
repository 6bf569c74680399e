// get-tuple-element: element `index` of a tuple
#include "evaluate/tensor.h"
#include "ops/op.h"

namespace hlo2cpp {
namespace {

Shape infer_get_tuple_element(const InferContext& context) {
    context.require_operands(1);
    const Shape& operand = context.operand(0);
    const std::int64_t index = context.attributes().tuple_index;
    if (!operand.is_tuple()) context.fail("its operand must be a tuple, found " + to_string(operand));
    if (index < 0 || index >= static_cast<std::int64_t>(operand.tuple.size()))
        context.fail("index=" + std::to_string(index) + " is no element of the tuple " + to_string(operand) +
                     ", which has " + std::to_string(operand.tuple.size()));
    return operand.tuple[static_cast<std::size_t>(index)];
}

// An element that dies here moves out of its tuple; the other elements stay.
Tensor evaluate_get_tuple_element(const EvaluateContext& context) {
    const auto index = static_cast<std::size_t>(context.attributes().tuple_index);
    if (!context.dying.empty() && context.dying[0] != nullptr) return std::move(context.dying[0]->tuple[index]);
    return context.operand(0).tuple[index];
}

} // namespace

const OpDefinition op_get_tuple_element = {.infer = infer_get_tuple_element,
                                           .evaluate = evaluate_get_tuple_element,
                                           .form = StructureForm{},
                                           .cost = Cost::Free,
                                           .exact = true};

} // namespace hlo2cpp
