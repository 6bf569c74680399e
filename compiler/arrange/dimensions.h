// The simplest dimensions for a kernel.
#pragma once

#include "kernel/kernel.h"

namespace hlo2cpp {

// Returns the kernel, whose arrays are flat, over simpler dimensions:
//   - a dimension of size 1 is dropped;
//   - one that an address takes apart with / and % is split, so that both vanish:
//     x[4 * (d0 % 8) + d0 / 8] -> x[4 * d1 + d0];
//   - neighbours that every index walks through in one go are merged:  x[8 * d0 + d1] -> x[d0].
// The order of the points stays row-major, so a reduction adds up in the same order.
Kernel with_simple_dimensions(Kernel kernel);

} // namespace hlo2cpp
