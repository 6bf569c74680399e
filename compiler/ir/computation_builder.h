// Builds a computation instruction by instruction, for passes.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "ir/module.h"

namespace hlo2cpp {

class ComputationBuilder {
public:
    explicit ComputationBuilder(std::string name, std::size_t expected_instructions = 0);

    // Adds an instruction whose operands are ids of this builder. Its name need not be unique yet.
    InstructionId add(Instruction instruction);

    // Instructions made by the functions below take name, metadata and origins from `source`.
    void stand_for(const Instruction& source);
    InstructionId apply(Opcode opcode, Shape shape, std::vector<InstructionId> operands); // an op without attributes
    InstructionId parameter(Shape shape); // numbered in the order of the calls
    InstructionId constant(LiteralPtr literal);
    InstructionId reshape(InstructionId operand, std::vector<std::int64_t> dims);
    InstructionId transpose(InstructionId operand, std::vector<std::int64_t> permutation);
    InstructionId broadcast(InstructionId operand, std::vector<std::int64_t> dims,
                            std::vector<std::int64_t> dimensions);
    InstructionId get_tuple_element(InstructionId operand, std::size_t index);
    InstructionId tuple(std::vector<InstructionId> elements);

    Instruction& operator[](InstructionId id) { return computation_[id]; }
    const Instruction& operator[](InstructionId id) const { return computation_[id]; }
    // The computation as far as it is built, without root and list of parameters.
    const Computation& computation() const { return computation_; }

    // Makes names unique and lists the parameters. Nothing may be added afterwards.
    Computation build(InstructionId root) &&;

private:
    Instruction make(Opcode opcode, Shape shape, std::vector<InstructionId> operands) const;

    Computation computation_;
    Instruction source_; // only its name, metadata and origins
    std::int64_t parameters_ = 0;
};

// Rebuilds a computation from its own instructions: `visit(builder, instruction)` sees each in order, operands already
// ids of the builder, and returns its replacement. `builder.add(std::move(instruction))` keeps the instruction.
template <typename Visit>
void rebuild(Computation& computation, Visit&& visit) {
    ComputationBuilder builder(std::move(computation.name), computation.instructions.size());
    std::vector<InstructionId> now(computation.instructions.size());
    for (std::size_t i = 0; i < now.size(); ++i) {
        Instruction& instruction = computation.instructions[i];
        for (InstructionId& operand : instruction.operands) operand = now[operand.index()];
        now[i] = visit(builder, instruction);
    }
    const InstructionId root = now[computation.root.index()];
    computation = std::move(builder).build(root);
}

// Changes a computation in place: `visit(instruction)` sees each in order, operands already replaced, and returns its
// replacement, or an invalid id: itself. A replaced instruction stays behind unused.
template <typename Visit>
void replace_in_order(Computation& computation, Visit&& visit) {
    std::vector<InstructionId> now(computation.instructions.size());
    for (std::size_t i = 0; i < now.size(); ++i) {
        Instruction& instruction = computation.instructions[i];
        for (InstructionId& operand : instruction.operands) operand = now[operand.index()];
        const InstructionId replacement = visit(instruction);
        now[i] = replacement.valid() ? replacement : InstructionId(i);
    }
    computation.root = now[computation.root.index()];
}

// Adds the origins of `from` to those of `into`, up to a fixed number.
void merge_origins(Instruction& into, const Instruction& from);

// "Dimension d of the result is dimension p[d] of the operand", undone.
std::vector<std::int64_t> inverse_permutation(const std::vector<std::int64_t>& permutation);
bool is_identity(const std::vector<std::int64_t>& permutation);
// dims[permutation[0]], dims[permutation[1]], ...
std::vector<std::int64_t> permuted(const std::vector<std::int64_t>& dims, const std::vector<std::int64_t>& permutation);

} // namespace hlo2cpp
