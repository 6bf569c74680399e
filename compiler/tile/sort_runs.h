// How a sort runs: insertion puts runs of a few elements in order, then neighbours are merged, two by two.
//
//     20 elements, runs of 10:   [ 0 .. 9 ][ 10 .. 19 ]   the left run moves to the scratch and comes back in order
//     with
//                                                         the right one, which is never overtaken: it needs no scratch
#pragma once

#include "kernel/kernel.h"
#include "tile/loop_nest.h"

namespace hlo2cpp {

// Of a kernel that sorts: the runs, and the scratch of `nest`.
void plan_sort(const Kernel& kernel, LoopNest& nest);

} // namespace hlo2cpp
