// Merge sort: insertion puts runs of a few elements in order, then neighbours are merged, two by two.
//
//     20 elements, runs of 10:   [ 0 .. 9 ][ 10 .. 19 ]
//
// The left run moves to the scratch and is merged back with the right run, which the merge never overtakes: so the
// right run needs no scratch.
#pragma once

#include "kernel/kernel.h"
#include "tile/tiling.h"

namespace hlo2cpp {

// Plans the runs of a kernel that sorts, and the scratch of `nest`.
void plan_sort(const Kernel& kernel, Tiling& nest);

} // namespace hlo2cpp
