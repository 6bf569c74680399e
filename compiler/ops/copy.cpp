// copy: x. The memory plan decides what is really copied.
#include "evaluate/tensor.h"
#include "ops/elementwise.h"

namespace hlo2cpp {
namespace {

Shape infer_copy(const InferContext& context) {
    context.require_operands(1);
    return context.operand(0);
}

Tensor evaluate_copy(const EvaluateContext& context) {
    return context.take(0);
}

std::vector<ExprId> element_copy(ElementBuilder& builder, const ElementIndex& index) {
    return {builder.operand(0, index)};
}

} // namespace

const OpDefinition op_copy = {.infer = infer_copy,
                              .evaluate = evaluate_copy,
                              .form = ElementwiseForm{.element = element_copy},
                              .cost = Cost::Free,
                              .access = Access::Bitcast,
                              .exact = true};

} // namespace hlo2cpp
