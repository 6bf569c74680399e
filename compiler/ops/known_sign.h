// The sign of floats, from the instructions that compute them.
#pragma once

#include "ir/module.h"

namespace hlo2cpp {

// True if no element is above 0: each is 0 of either sign, below, or NaN. Sums that are computed
// twice, in different ways, may exceed 0 by their rounding errors. The search is short, so false proves nothing.
bool is_not_positive(const Module& module, const Computation& computation, InstructionId id);

} // namespace hlo2cpp
