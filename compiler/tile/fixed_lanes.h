// Sums in eight lanes (--deterministic). A sum in the module's order is one chain of additions. Where the sums of
// several points are computed side by side, that costs nothing; where vectors can only run along the reduction, it
// would cost all of them. There, and on every target alike, term k of a reduction goes to lane k mod 8; each lane adds
// its terms in order, and halves of the lanes are added until one is left:
//
//     ((l0 + l4) + (l2 + l6)) + ((l1 + l5) + (l3 + l7))
//
// which is one vector of eight lanes, two of four, or eight scalars. What holds for sums holds for all combiners.
#pragma once

#include "kernel/kernel.h"

namespace hlo2cpp {

constexpr std::int64_t kFixedLanes = 8;

// Decided by the kernel alone, never by the target. There are eight lanes where the reduction has 16 terms or more and
// no conditions, and every load of its term lies along the last dimension of the reduction, whose size is a multiple of
// 8 unless it is the only one; and where no parallel dimension of 8 points or more could be the lanes instead, along
// which the result and every load that depends on it lie. Constants can be packed so; so can up to 64 KiB of an operand
// that 8 points or more use again.
bool reduces_in_fixed_lanes(const Kernel& kernel);

// Whether several partial results may start at the initial value: it is neutral.
bool may_start_often(const Kernel& kernel);

} // namespace hlo2cpp
