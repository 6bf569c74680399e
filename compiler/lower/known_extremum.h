// Bounds of an array's elements that follow from the instructions around it.
#pragma once

#include "ir/module.h"

namespace hlo2cpp {

// True if extremum(x, bound) = x for each element x, its sign and NaN included; `extremum` is maximum or minimum. Looks
// at few instructions: false may mean that it is not known.
bool is_within(const Module& module, const Computation& computation, InstructionId id, Opcode extremum,
               const Literal& bound);

} // namespace hlo2cpp
