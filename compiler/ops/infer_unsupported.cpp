#include "ops/infer_unsupported.h"

#include <map>

namespace hlo2cpp {
namespace {

using Infer = Shape (*)(const InferContext&);

const Shape& operand(const InferContext& context, std::size_t i) {
    context.require(i < context.operand_count(), "it needs at least " + std::to_string(i + 1) + " operands");
    return context.operand(i);
}

Shape first_operand(const InferContext& context) {
    return operand(context, 0);
}

Shape with_type(Shape shape, ElementType type) {
    shape.type = type;
    return shape;
}

// The real type that a complex one consists of; itself where it is real.
ElementType part_type(ElementType type) {
    return type == ElementType::C64 ? ElementType::F32 : type == ElementType::C128 ? ElementType::F64 : type;
}

Shape part(const InferContext& context) {
    const Shape& x = first_operand(context);
    return with_type(x, part_type(x.type));
}

Shape complex_of(const InferContext& context) {
    const Shape& x = first_operand(context);
    return with_type(x, x.type == ElementType::F64 ? ElementType::C128 : ElementType::C64);
}

const std::map<Opcode, Infer> kInfer = {
    {Opcode::Complex, complex_of},
    {Opcode::Imag, part},
    {Opcode::Real, part},
};

} // namespace

std::optional<Shape> infer_unsupported(const InferContext& context) {
    const auto found = kInfer.find(context.instruction.opcode);
    if (found == kInfer.end()) return std::nullopt;
    return found->second(context);
}

} // namespace hlo2cpp
