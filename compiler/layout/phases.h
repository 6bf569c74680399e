// Phases of sums over arrays with holes between their elements: of transposed convolutions.
//
// Most taps of such a window meet a hole, and conditions skip them. Results that are as far apart as the elements are
// with their holes see the same taps. A kernel of their own has these taps alone, and no condition on them:
//
//     for d < 8, k < 3 where (d + k - 1) % 2 = 0       sum of x[(d + k - 1) / 2] * w[k]
//
//     for d < 4, k < 1                                 sum of x[d] * w[2*k + 1]      is result 2*d
//     for d < 4, k < 2 where 0 <= d + k < 4            sum of x[d + k] * w[2*k]      is result 2*d + 1
#pragma once

#include "kernel/kernel.h"
#include "machine/target.h"
#include "support/goal.h"

namespace hlo2cpp {

// Replaces each call of a kernel with few phases by one for each phase, which write one array one after the other. A
// kernel whose phases nobody can prove to be right stays. So do all where code is to be small.
void split_phases(Kernels& kernels, const Target& target, const Goal& goal);

} // namespace hlo2cpp
