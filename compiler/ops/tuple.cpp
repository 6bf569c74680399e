// tuple: its operands side by side
#include "evaluate/tensor.h"
#include "ops/op.h"

namespace hlo2cpp {
namespace {

Shape infer_tuple(const InferContext& context) {
    std::vector<Shape> elements;
    for (std::size_t i = 0; i < context.operand_count(); ++i) elements.push_back(context.operand(i));
    return Shape::tuple_of(std::move(elements));
}

Tensor evaluate_tuple(const EvaluateContext& context) {
    Tensor result;
    result.shape = context.shape();
    for (std::size_t i = 0; i < context.operands.size(); ++i) result.tuple.push_back(context.take(i));
    return result;
}

} // namespace

const OpDefinition op_tuple = {
    .infer = infer_tuple, .evaluate = evaluate_tuple, .form = StructureForm{}, .cost = Cost::Free, .exact = true};

} // namespace hlo2cpp
