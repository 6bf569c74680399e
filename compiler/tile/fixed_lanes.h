// Sums in eight lanes (--deterministic). A sum in the module's order is one chain of additions. If the sums of several
// points are computed side by side, this order costs nothing; if vectors can only run along the reduction, the chain
// would cost all their speed. In the second case, and on every target alike, term k of a reduction goes to lane k mod
// 8; each lane adds its terms in order, and halves of the lanes are added until one is left:
//
//     ((l0 + l4) + (l2 + l6)) + ((l1 + l5) + (l3 + l7))
//
// This is one vector of eight lanes, two of four, or eight scalars. The rule for sums is the rule for all combiners.
#pragma once

#include "kernel/kernel.h"

namespace hlo2cpp {

constexpr std::int64_t kFixedLanes = 8;

// True if the sum runs in eight lanes. The kernel alone decides, never the target. A reduction has eight lanes if it
// has 16 terms or more and no conditions, every load of its term is adjacent along the last reduction dimension (whose
// size is a multiple of 8 unless it is the only one), and no parallel dimension of 8 points or more could be the lanes
// instead. Such a dimension needs the result, and every load that depends on it, to be adjacent along it. Constants
// count as adjacent since they can be packed, and so does an operand of up to 64 KiB that 8 points or more use again.
bool reduces_in_fixed_lanes(const Kernel& kernel);

} // namespace hlo2cpp
