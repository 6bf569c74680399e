// What the instructions around a float tell of its sign.
#pragma once

#include "ir/module.h"

namespace hlo2cpp {

// Whether no element is above 0: each is 0 of either sign, below, or NaN. Sums that are computed twice, in different
// ways, may be off by their rounding errors. Looks at few instructions: what it does not see may be so, too.
bool is_not_positive(const Module& module, const Computation& computation, InstructionId id);

} // namespace hlo2cpp
