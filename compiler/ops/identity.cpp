#include "ops/identity.h"

namespace hlo2cpp {
namespace {

// Zeros of any shape, also a tuple.
InstructionId zeros(Expansion& e, const Shape& shape) {
    if (shape.is_array()) return e.number(shape, 0);
    Expansion::Values elements;
    for (const Shape& element : shape.tuple) elements.push_back(zeros(e, element));
    return e.tuple(std::move(elements));
}

} // namespace

Tensor evaluate_first(const EvaluateContext& context) {
    return context.take(0);
}

InstructionId expand_first(Expansion& e) {
    return e.operand(0);
}

Shape infer_all(const InferContext& context) {
    context.require(context.operand_count() > 0, "it needs an operand");
    std::vector<Shape> elements;
    for (std::size_t i = 0; i < context.operand_count(); ++i) elements.push_back(context.array_operand(i));
    return elements.size() == 1 ? elements[0] : Shape::tuple_of(std::move(elements));
}

Tensor evaluate_all(const EvaluateContext& context) {
    if (context.operands.size() == 1) return context.take(0);
    Tensor result;
    result.shape = context.shape();
    for (std::size_t i = 0; i < context.operands.size(); ++i) result.tuple.push_back(context.take(i));
    return result;
}

InstructionId expand_all(Expansion& e) {
    const std::vector<InstructionId>& operands = e.instruction().operands;
    return operands.size() == 1 ? operands[0] : e.tuple(operands);
}

Shape started(const InferContext& context, std::vector<Shape> elements) {
    const std::vector<Shape>& declared = context.instruction.shape.tuple;
    for (std::size_t i = elements.size(); i < declared.size(); ++i) elements.push_back(declared[i]);
    return Shape::tuple_of(std::move(elements));
}

Tensor evaluate_started(const EvaluateContext& context, std::vector<Tensor> elements) {
    Tensor result(context.shape());
    for (std::size_t i = 0; i < elements.size(); ++i) result.tuple[i] = std::move(elements[i]);
    return result;
}

InstructionId expand_started(Expansion& e, Expansion::Values elements) {
    for (std::size_t i = elements.size(); i < e.shape().tuple.size(); ++i)
        elements.push_back(zeros(e, e.shape().tuple[i]));
    return e.tuple(std::move(elements));
}

Shape infer_element(const InferContext& context, std::size_t element) {
    context.require_operands(1);
    const std::vector<Shape>& elements = context.operand(0).tuple;
    if (element >= elements.size())
        context.fail("its operand must be what the op's start gives, found " + to_string(context.operand(0)));
    return elements[element];
}

Tensor evaluate_element(const EvaluateContext& context, std::size_t element) {
    return context.take(0).tuple[element];
}

} // namespace hlo2cpp
