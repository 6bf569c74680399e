// The decisions of fusion: which instructions of a computation are stored, the others being computed where they are
// used.
#pragma once

#include <vector>

#include "ir/module.h"

namespace hlo2cpp {

// How the value of an instruction comes to be where it is used.
enum class Materialization : std::uint8_t {
    Dead,   // nothing needs it
    Inline, // part of every kernel that uses it
    Kernel, // the root of a kernel; its value is stored
    Bound,  // has a value without a kernel: a parameter, a constant, a result of control flow
    Alias,  // the same bytes as its operand's value (a reshape that must be stored, a barrier)
    Update, // a kernel that makes its results in the place of operands, or of copies: dynamic-update-slice, scatter,
            // sort
};

// Whether the literal has elements and all are the same: such a constant is a scalar in every expression.
bool is_splat(const Literal& literal);

// One an instruction. `needed` are the instructions whose values must exist (results of the computation),
// `counters` its parameters that count the rounds of loops.
std::vector<Materialization> partition(const Module& module, const Computation& computation,
                                       const std::vector<InstructionId>& needed,
                                       const std::vector<InstructionId>& counters = {});

} // namespace hlo2cpp
