// What an op's `expand` builds with: instructions that take the place of one.
#pragma once

#include <functional>
#include <vector>

#include "ir/computation_builder.h"

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

struct Tensor;

class Expansion {
public:
    using Values = std::vector<InstructionId>;
    // Builds one round: the next state, from the number of the round, the state, and what the loop only reads.
    using Round =
        std::function<Values(Expansion& inside, InstructionId number, const Values& state, const Values& read)>;

    // `instruction` is the one to replace; its operands are ids of the builder.
    Expansion(ComputationBuilder& builder, const Instruction& instruction, AddedComputations& computations)
        : builder_(builder), instruction_(instruction), computations_(computations) {
        builder_.stand_for(instruction);
    }

    const Module& module() const { return computations_.module; }
    const Instruction& instruction() const { return instruction_; }
    ComputationBuilder& builder() { return builder_; } // for what has no function here
    // The called computation number i, with `wide` computing narrow floats in f32 throughout.
    ComputationId called(std::size_t i, bool wide);
    const Computation& computation(ComputationId id) const { return computations_[id]; }

    const Attributes& attributes() const { return instruction_.attributes; }
    const Shape& shape() const { return instruction_.shape; }
    InstructionId operand(std::size_t i) const { return instruction_.operands[i]; }
    const Shape& shape_of(InstructionId id) const { return builder_[id].shape; }

    InstructionId unary(Opcode opcode, InstructionId a);
    InstructionId binary(Opcode opcode, InstructionId a, InstructionId b); // of equal shapes
    InstructionId complex(InstructionId re, InstructionId im);
    InstructionId real(InstructionId a);      // the real part; itself where it is real
    InstructionId imag(InstructionId a);      // the imaginary part, of complex numbers
    InstructionId conjugate(InstructionId a); // itself where it is real
    InstructionId constant(const Tensor& tensor) const;
    InstructionId convert(ElementType type, InstructionId a); // itself where it is of that type
    InstructionId number(Shape shape, double value);          // all elements are the value, rounded to the type
    InstructionId integer(Shape shape, std::uint64_t value);  // all elements are the low bits of the value
    InstructionId bitcast(ElementType type, InstructionId a); // of equal width
    InstructionId select(InstructionId predicate, InstructionId on_true, InstructionId on_false);
    InstructionId iota(const Shape& shape, std::int64_t dimension); // its own index along the dimension
    // `vector`, of one number an index of dimension `dimension`, repeated along the others.
    InstructionId spread(InstructionId vector, const Shape& shape, std::int64_t dimension);
    // The sums over all dimensions but `dimension`.
    InstructionId sum_to(InstructionId array, std::int64_t dimension);
    InstructionId tuple(Values elements) { return builder_.tuple(std::move(elements)); }
    InstructionId compare(ComparisonDirection direction, InstructionId a, InstructionId b);
    InstructionId stored(InstructionId a); // a copy, with a's name: after `lower`, an array of its own in memory
    InstructionId reshape(InstructionId a, std::vector<std::int64_t> dims);
    InstructionId transpose(InstructionId a, std::vector<std::int64_t> permutation);
    InstructionId broadcast(InstructionId scalar, std::vector<std::int64_t> dims);
    // Dimension d of the array becomes dimension dimensions[d]; repeated along the others.
    InstructionId spread(InstructionId array, const std::vector<std::int64_t>& dims,
                         std::vector<std::int64_t> dimensions);
    InstructionId slice(InstructionId array, std::size_t dimension, std::int64_t begin, std::int64_t end,
                        std::int64_t stride = 1);
    InstructionId reverse(InstructionId array, std::int64_t dimension);
    InstructionId concatenate(const Values& pieces, std::int64_t dimension);
    InstructionId dot(InstructionId lhs, InstructionId rhs, DotDimensions dimensions, const Shape& result);
    // Element by element of arrays of equal sizes.
    InstructionId map(const Values& arrays,
                      const std::function<InstructionId(Expansion& inside, const Values& elements)>& function);
    // Arrays whose elements change places together, by the first: whether its element a belongs in front of b.
    using Before = std::function<InstructionId(Expansion& inside, InstructionId a, InstructionId b)>;
    Values sort(const Values& arrays, std::int64_t dimension, const Before& before);

    // The piece of these sizes from [start...] on, and the array with such a piece replaced.
    InstructionId piece(InstructionId array, const Values& start, std::vector<std::int64_t> sizes);
    // `strides`: between its neighbours in the array; none: 1.
    InstructionId with_piece(InstructionId array, const Values& start, InstructionId piece,
                             std::vector<std::int64_t> strides = {});
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
    // The loop that gives this leaf may add up in another order.
    void allow_any_order(InstructionId leaf);
    // A while: the state after rounds for as long as `condition` gives true.
    Values loop_while(Values state,
                      const std::function<InstructionId(Expansion& inside, const Values& state)>& condition,
                      const std::function<Values(Expansion& inside, const Values& state)>& round);
    // conditional: `inside(arguments)` where the predicate holds, else `otherwise`.
    Values only_if(InstructionId predicate, Values arguments, Values otherwise,
                   const std::function<Values(Expansion& inside, const Values& arguments)>& inside);

private:
    ComputationBuilder& builder_;
    const Instruction& instruction_;
    AddedComputations& computations_;
};

} // namespace hlo2cpp
