#include "ops/widen.h"

#include "evaluate/tensor.h"
#include "ops/op.h"

namespace hlo2cpp {
namespace {

void widen(Shape& shape) {
    if (shape.is_array() && is_narrow_float(shape.type)) shape.type = ElementType::F32;
    for (Shape& leaf : shape.tuple) widen(leaf);
}

void widen_literal(LiteralPtr& literal) {
    if (literal == nullptr || !is_narrow_float(literal->shape.type)) return;
    Tensor tensor = to_tensor(*literal);
    tensor.shape.type = ElementType::F32; // same values: every narrow float is an f32
    literal = std::make_shared<const Literal>(to_literal(tensor));
}

class Widener {
public:
    explicit Widener(const Computation& computation) : computation_(computation) {}

    Computation run() {
        wide_.name = computation_.name;
        for (const Instruction& instruction : computation_.instructions) now_.push_back(add(instruction));
        for (const InstructionId parameter : computation_.parameters)
            wide_.parameters.push_back(now_[parameter.index()]);
        wide_.root = now_[computation_.root.index()];
        return std::move(wide_);
    }

private:
    InstructionId append(Instruction instruction) {
        wide_.instructions.push_back(std::move(instruction));
        return InstructionId(wide_.instructions.size() - 1);
    }
    InstructionId converted(ElementType type, InstructionId operand) {
        const Instruction& from = wide_[operand];
        return append({.name = from.name,
                       .opcode = Opcode::Convert,
                       .shape = Shape::array(type, from.shape.dims),
                       .operands = {operand}});
    }

    InstructionId add(const Instruction& original) {
        Instruction instruction = original;
        const bool keeps_types = definition_of(original.opcode)->rounds_operands;
        for (InstructionId& operand : instruction.operands) {
            const Shape& shape = computation_[operand].shape;
            operand = now_[operand.index()];
            if (keeps_types && is_narrow_float(shape.type)) operand = converted(shape.type, operand);
        }
        if (keeps_types) {
            const InstructionId narrow = append(std::move(instruction));
            return is_narrow_float(original.shape.type) ? converted(ElementType::F32, narrow) : narrow;
        }
        widen(instruction.shape);
        widen_literal(instruction.literal);
        return append(std::move(instruction));
    }

    const Computation& computation_;
    Computation wide_;
    std::vector<InstructionId> now_; // by instruction of the original
};

} // namespace

Computation widen(const Computation& computation) {
    return Widener(computation).run();
}

} // namespace hlo2cpp
