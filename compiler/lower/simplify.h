// The rules of `simplify`, by opcode. Each looks at one instruction and its operands, which are simplified already.
#pragma once

#include <optional>
#include <span>

#include "ir/module.h"

namespace hlo2cpp {

// Outcome of a rule: nothing changed; the instruction is now another one; or another value replaces it.
struct Outcome {
    bool changed = false;
    InstructionId replacement = {};

    static Outcome replace(InstructionId id) { return {true, id}; }
    static Outcome rewritten() { return {true, {}}; }
};

struct Rewrite {
    const Computation& computation;
    Instruction& instruction; // to rewrite in place

    const Instruction& operand(std::size_t i) const { return computation[instruction.operands[i]]; }
    Outcome keep(std::size_t operand) const { return Outcome::replace(instruction.operands[operand]); }
    // The instruction reads what its operand 0 reads.
    Outcome skip_operand() const;
    // The instruction is one with this opcode and without attributes.
    Outcome become(Opcode opcode) const;
    Outcome become(Literal constant) const;
};

struct Rule {
    Opcode opcode;
    Outcome (*apply)(const Rewrite&);
    std::optional<Opcode> of = {}; // opcode of operand 0
};

std::span<const Rule> movement_rules();   // reshape, transpose, slice, ...: where elements come from
std::span<const Rule> arithmetic_rules(); // x * 1, convert of convert, ...

// The scalar that all elements of the value equal, where it is a constant or a broadcast of one.
const Literal* splat_of(const Computation& computation, InstructionId id);
// The number that all elements of an array of f32 equal; nothing if that is not known.
std::optional<double> number_of(const Computation& computation, InstructionId id);
// The integer (or pred) that a scalar literal holds; beyond int64: the largest.
std::int64_t integer_of(const Literal& scalar);

} // namespace hlo2cpp
