// Sums that start at the bias, which is then added at no cost.
#pragma once

#include "kernel/kernel.h"

namespace hlo2cpp {

// (0 + t0 + t1 + ...) + bias becomes bias + t0 + t1 + ... if the bias is an element of an array that the kernel only
// reads. Rounding differs and is as good.
void start_sums_at_bias(Kernel& kernel);

} // namespace hlo2cpp
