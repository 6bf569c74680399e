// What the instructions around an array tell of its least or largest element.
#pragma once

#include "ir/module.h"

namespace hlo2cpp {

// Whether extremum(x, bound) = x for each element x, its sign and NaN included; `extremum` is maximum or minimum. Looks
// at few instructions: what it does not see may be so, too.
bool is_within(const Module& module, const Computation& computation, InstructionId id, Opcode extremum,
               const Literal& bound);

} // namespace hlo2cpp
