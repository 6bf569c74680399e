// Sums that start at what is added to them: a bias costs no addition of its own.
#pragma once

#include "kernel/kernel.h"

namespace hlo2cpp {

// (0 + t0 + t1 + ...) + bias becomes bias + t0 + t1 + ... where the bias is an element of an array that the kernel only
// reads. Rounds otherwise, and as well.
void start_sums_at_bias(Kernel& kernel);

} // namespace hlo2cpp
