// Exponentials that constants are added to.
#pragma once

#include "kernel/kernel.h"

namespace hlo2cpp {

// Marks the exponentials (Expr::addend) whose every use is a sum or difference with a constant, as in 1 / (1 + e^-x).
// Denormals do not change such a sum, and are left out: fewer instructions, the same bits.
void mark_exponential_addends(Kernel& kernel);

} // namespace hlo2cpp
