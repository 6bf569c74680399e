// Merge sort: insertion puts runs of a few elements in order, then neighbours are merged, two by two.
//
//     20 elements, runs of 10:   [ 0 .. 9 ][ 10 .. 19 ]
//
// The left run moves to the scratch and is merged back with the right run, which the merge never overtakes: so the
// right run needs no scratch.
#pragma once

#include "tile/candidate.h"
#include "tile/options.h"

namespace hlo2cpp {

std::vector<Candidate> sort_candidates(const Kernel& kernel, const Target& target, const TileOptions& options,
                                       double slack);

} // namespace hlo2cpp
