// One instruction on its way into a module without dynamic dimensions.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "ops/expansion.h"

namespace hlo2cpp {

// An array at the bounds of its dimensions; only a part of it is used, and the other elements are arbitrary.
struct BoundArray {
    InstructionId array;
    // By dimension: the number of used elements, an s32 in [0, bound]; none if all are used. Empty: all of the array.
    std::vector<InstructionId> sizes;

    bool is_dynamic(std::size_t d) const { return d < sizes.size() && sizes[d].valid(); }
    bool is_dynamic() const;
};
using BoundArrays = std::vector<BoundArray>; // one a result

// Numbers made from sizes in a computation, each once: sizes that are computed alike are the same.
struct SizeNumbers {
    std::map<std::int64_t, InstructionId> constants;
    std::map<std::pair<Opcode, std::vector<InstructionId>>, InstructionId> made; // by op and operands
};

// Builder of an instruction's results, for a rule. The instruction's operands are the arrays at their bounds.
class BoundOp {
public:
    using Values = Expansion::Values;

    // `of` is the instruction in its own computation; `instruction` has operands of the builder, and no dynamic
    // dimension.
    BoundOp(ComputationBuilder& builder, AddedComputations& computations, SizeNumbers& numbers,
            const Computation& computation, const Instruction& of, const Instruction& instruction, BoundArrays arrays)
        : e(builder, instruction, computations), source(of), operands(std::move(arrays)), builder_(builder),
          computations_(computations), numbers_(numbers), computation_(computation), instruction_(instruction) {}

    Expansion e;
    const Instruction& source;
    const BoundArrays operands;

    [[noreturn]] void fail(const std::string& message) const;
    Shape shape_of(const BoundArray& array) const { return e.shape_of(array.array); } // the builder moves its own
    // True if the source declares that dimension d of its result is dynamic.
    bool declares(std::size_t d) const { return d < source.shape.dynamic.size() && source.shape.dynamic[d]; }
    ComputationId add(Computation computation) { return computations_.add(std::move(computation)); }

    // The instruction itself, of these operands; one array a result.
    InstructionId keep(Values arrays);
    InstructionId keep();
    BoundArrays results(InstructionId kept, std::vector<InstructionId> sizes); // all of these sizes

    // Sizes.
    InstructionId count(std::int64_t number);
    InstructionId size(const BoundArray& array, std::size_t d); // also of a static dimension
    InstructionId clamped(InstructionId size, std::int64_t bound);
    InstructionId plus(InstructionId a, InstructionId b);
    InstructionId minus(InstructionId a, InstructionId b);
    InstructionId times(InstructionId a, InstructionId b);
    InstructionId over(InstructionId a, InstructionId b); // of numbers that are not negative
    InstructionId larger(InstructionId a, InstructionId b);

    // Mask (pred) of the used elements; all are used if no dimension is dynamic.
    InstructionId inside(const BoundArray& array);
    // Replaces the array's unused elements by the scalar.
    InstructionId masked(const BoundArray& array, InstructionId scalar);
    // Replaces elements that are unused along these dimensions.
    InstructionId masked(const BoundArray& array, const std::vector<std::int64_t>& dimensions, InstructionId scalar);
    // Elements [by, by + bound) along dimension d of the array joined to itself.
    InstructionId shifted(InstructionId array, std::size_t d, InstructionId by);

private:
    InstructionId number(Opcode opcode, Values sizes);

    ComputationBuilder& builder_;
    AddedComputations& computations_;
    SizeNumbers& numbers_;
    const Computation& computation_;
    const Instruction& instruction_;
};

using BoundRule = BoundArrays (*)(BoundOp&);
// Null if dynamic dimensions of operands are not supported.
BoundRule bound_rule(Opcode opcode);

// Rules, by family.
BoundArrays bound_reduce(BoundOp& op); // folds leave out unused elements
BoundArrays bound_reduce_window(BoundOp& op);
BoundArrays bound_dot(BoundOp& op);
BoundArrays bound_convolution(BoundOp& op);
BoundArrays bound_reshape(BoundOp& op); // the used elements keep their order
BoundArrays bound_dynamic_reshape(BoundOp& op);
BoundArrays bound_gather(BoundOp& op); // elements at indices
BoundArrays bound_scatter(BoundOp& op);
BoundArrays bound_dynamic_slice(BoundOp& op);
BoundArrays bound_dynamic_update_slice(BoundOp& op);
BoundArrays bound_sort(BoundOp& op);
// Neutral element of an op of two arguments; none if it has none.
InstructionId neutral_of(BoundOp& op, Opcode combiner, ElementType type);

} // namespace hlo2cpp
