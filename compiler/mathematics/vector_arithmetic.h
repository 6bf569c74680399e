// Arithmetic of vectors of floats by intrinsics, for machines on which compilers fuse none of their products with sums,
// or take operators apart into scalars: see Target::fuses_by_calls and Target::operators_are_scalars.
#pragma once

#include "machine/target.h"
#include "tree/statement.h"

namespace hlo2cpp {

// The function of vectors with intrinsics in place of its operators.
tree::Function with_arithmetic_calls(tree::Function function, const Target& target);

// An operand of an operator: a vector, or a scalar that is the same in all lanes.
struct LaneOperand {
    tree::Expression value;
    bool scalar = false;
};
// A sum, difference, product or quotient of f32 by an intrinsic; none where the machine has the operator itself.
std::optional<tree::Expression> arithmetic_call(tree::Operator op, const LaneOperand& a, const LaneOperand& b,
                                                std::int64_t lanes, const Target& target);

// True for the call of such an intrinsic, which stands for an operator.
bool is_arithmetic_call(const tree::Expression& a);

} // namespace hlo2cpp
