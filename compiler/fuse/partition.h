// Fusion decisions: the instructions of a computation that are stored; the others are computed at their uses.
#pragma once

#include <vector>

#include "ir/module.h"

namespace hlo2cpp {

// Place at which the value of an instruction is computed or stored.
enum class Materialization : std::uint8_t {
    Dead,   // nothing needs it
    Inline, // part of every kernel that uses it
    Kernel, // the root of a kernel; its value is stored
    Bound,  // has a value without a kernel: a parameter, a constant, a result of control flow
    Alias,  // the same bytes as its operand's value (a reshape that must be stored, a barrier)
    Update, // a kernel that makes its results in the place of operands, or of copies: dynamic-update-slice, scatter,
            // sort
};

// True if the literal has elements and all are equal: such a constant is a scalar in every expression.
bool is_splat(const Literal& literal);

// The decisions, one an instruction. `needed` are the instructions whose values must exist (results of the
// computation), `counters` its parameters that count the rounds of loops.
std::vector<Materialization> partition(const Module& module, const Computation& computation,
                                       const std::vector<InstructionId>& needed,
                                       const std::vector<InstructionId>& counters = {});

} // namespace hlo2cpp
