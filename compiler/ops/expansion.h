// What an op's `expand` builds with: instructions that take the place of one.
#pragma once

#include <vector>

#include "ir/builder.h"

namespace hlo2cpp {

class Expansion {
public:
    // `instruction` is the one to replace; its operands are ids of the builder. New computations are appended to `computations`,
    // which are numbered from `first_computation` on.
    Expansion(ComputationBuilder& builder, const Instruction& instruction, std::vector<Computation>& computations,
              std::size_t first_computation)
        : builder_(builder), instruction_(instruction), computations_(computations), first_computation_(first_computation) {
        builder_.stand_for(instruction);
    }

    const Attributes& attributes() const { return instruction_.attributes; }
    const Shape& shape() const { return instruction_.shape; }
    InstructionId operand(std::size_t i) const { return instruction_.operands[i]; }
    const Shape& shape_of(InstructionId id) const { return builder_[id].shape; }

    InstructionId unary(Opcode opcode, InstructionId a);
    InstructionId binary(Opcode opcode, InstructionId a, InstructionId b); // of equal shapes
    InstructionId convert(ElementType type, InstructionId a);              // itself where it is of that type
    InstructionId number(const Shape& shape, double value);                // all elements are the value, rounded to the type
    // `vector`, of one number an index of dimension `dimension`, repeated along the others.
    InstructionId spread(InstructionId vector, const Shape& shape, std::int64_t dimension);
    // The sums over all dimensions but `dimension`.
    InstructionId sum_to(InstructionId array, std::int64_t dimension);
    InstructionId tuple(std::vector<InstructionId> elements) { return builder_.tuple(std::move(elements)); }

private:
    ComputationBuilder& builder_;
    const Instruction& instruction_;
    std::vector<Computation>& computations_;
    std::size_t first_computation_;
};

} // namespace hlo2cpp
