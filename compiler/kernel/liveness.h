// Liveness: the times at which the bytes of each value must stay.
//
// Times refine the positions of the depth-first order: the step at position p reads at 2p and writes at 2p + 1. A value
// is alive in a few segments of times, both ends included. Running example, a loop that carries c from i and computes
// n, by position:
//
//     0: i = ...     1: c = copy i    2: while begins    3: p = cond(c)    4: test
//     5: n = body(c)    6: c = copy n    7: while ends    8: use c
//
//     i: 1 ... 2        c: 3 ... 10 and 13 ... 16        n: 11 ... 12
#pragma once

#include <cstdint>
#include <vector>

#include "kernel/depth_first.h"

namespace hlo2cpp {

struct Segment {
    std::int64_t first = 0, last = 0; // times
    ValueId value;
};

struct Liveness {
    std::vector<Position> positions;
    std::vector<std::vector<Segment>>
        segments;                           // by value; none for constants, and for parameters that are never written
    std::vector<std::int32_t> loops_around; // by position
};

// Before the steps are scheduled, a kernel that updates a part of an array copies that array itself.
Liveness liveness(const std::vector<Kernel>& kernels, const StepTree& tree);

} // namespace hlo2cpp
