// Floats on machines without an FPU, where functions of the compiler's library compute with them.
#pragma once

#include "kernel/kernel.h"
#include "machine/target.h"

namespace hlo2cpp {

// Cycles that one application of the expression takes in such functions; 0 on a machine with an FPU.
double library_cycles(const Kernel& kernel, const Expr& expr, const Target& target);

} // namespace hlo2cpp
