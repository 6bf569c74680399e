// Scalars that only control flow reads.
#pragma once

#include "kernel/kernel.h"

namespace hlo2cpp {

// A scalar that a statement makes, and that is read by whiles and conditionals alone, becomes a Decision.
void mark_decisions(Kernels& kernels);

} // namespace hlo2cpp
