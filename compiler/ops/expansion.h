// What an op's `expand` builds with: instructions that take the place of one.
#pragma once

#include <functional>
#include <vector>

#include "ops/array_builder.h"

namespace hlo2cpp {

// Computations that an expansion adds to the module, numbered after those that it has.
struct AddedComputations {
    const Module& module;
    std::vector<Computation> added = {};

    ComputationId add(Computation computation) {
        added.push_back(std::move(computation));
        return ComputationId(module.computations.size() + added.size() - 1);
    }
    const Computation& operator[](ComputationId id) const {
        return id.index() < module.computations.size() ? module[id] : added[id.index() - module.computations.size()];
    }
};

class Expansion : public ArrayBuilder {
public:
    // Builds one round: the next state, from the number of the round, the state, and what the loop only reads.
    using Round =
        std::function<Values(Expansion& inside, InstructionId number, const Values& state, const Values& read)>;

    // `instruction` is the one to replace; its operands are ids of the builder.
    Expansion(ComputationBuilder& builder, const Instruction& instruction, AddedComputations& computations)
        : ArrayBuilder(builder), instruction_(instruction), computations_(computations) {
        builder.stand_for(instruction);
    }

    const Module& module() const { return computations_.module; }
    const Instruction& instruction() const { return instruction_; }
    // The called computation number i, with `wide` computing narrow floats in f32 throughout.
    ComputationId called(std::size_t i, bool wide);
    const Computation& computation(ComputationId id) const { return computations_[id]; }

    const Attributes& attributes() const { return instruction_.attributes; }
    const Shape& shape() const { return instruction_.shape; }
    InstructionId operand(std::size_t i) const { return instruction_.operands[i]; }

    InstructionId stored(InstructionId a); // a copy, with a's name: after `lower`, an array of its own in memory
    // The sums over all dimensions but `dimension`.
    InstructionId sum_to(InstructionId array, std::int64_t dimension);
    InstructionId sum_over_others(InstructionId array, const std::vector<std::int64_t>& kept); // in order
    // Element by element of arrays of equal sizes.
    InstructionId map(const Values& arrays,
                      const std::function<InstructionId(Expansion& inside, const Values& elements)>& function);
    // Arrays whose elements change places together, by the first: whether its element a belongs in front of b.
    using Before = std::function<InstructionId(Expansion& inside, InstructionId a, InstructionId b)>;
    Values sort(const Values& arrays, std::int64_t dimension, const Before& before);

    // The piece of these sizes from [start...] on, and the array with such a piece replaced.
    InstructionId piece(InstructionId array, const Values& start, std::vector<std::int64_t> sizes);
    InstructionId with_piece(InstructionId array, const Values& start, InstructionId piece);
    // Element [start...] of an array, as a scalar, and the array with that element replaced.
    InstructionId element(InstructionId array, const Values& start);
    InstructionId with_element(InstructionId array, const Values& start, InstructionId scalar);
    // The results of a computation, one a leaf.
    Values call(ComputationId computation, const Values& arguments);
    // A while: the state after so many rounds. `read` is what rounds read besides the state.
    Values loop(std::int64_t rounds, Values state, Values read, const Round& round);
    // The same, for each s32 from `begin` to before `end`, which are computed; `round` reads nothing but the state.
    using CountedRound = std::function<Values(Expansion& inside, InstructionId number, const Values& state)>;
    Values count(InstructionId begin, InstructionId end, Values state, const CountedRound& round);
    // A while: the state after rounds for as long as `condition` gives true.
    Values loop_while(Values state,
                      const std::function<InstructionId(Expansion& inside, const Values& state)>& condition,
                      const std::function<Values(Expansion& inside, const Values& state)>& round);
    // conditional: `inside(arguments)` where the predicate holds, else `otherwise`.
    Values only_if(InstructionId predicate, Values arguments, Values otherwise,
                   const std::function<Values(Expansion& inside, const Values& arguments)>& inside);

private:
    const Instruction& instruction_;
    AddedComputations& computations_;
};

} // namespace hlo2cpp
