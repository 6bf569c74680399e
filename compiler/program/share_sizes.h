// Functions that differ in numbers and constant arrays alone become one, which takes them as arguments:
//
//     void max_39(x, out)   for (i0 < 2304) ... x[(i0 + r) * 16 + k] * w8[...]
//     void max_41(x, out)   for (i0 < 576)  ... x[(i0 + r) * 32 + k] * w10[...]
//
//     void max_39(x, out, w8, i0_end, size)   for (i0 < i0_end) ... x[(i0 + r) * size + k] * w8[...]
//
// This makes less code for targets with scarce flash. Bounds of unrolled loops, and sizes of local arrays, stay
// numbers.
#pragma once

#include "program/program.h"

namespace hlo2cpp {

void share_sizes(Program& program);

} // namespace hlo2cpp
