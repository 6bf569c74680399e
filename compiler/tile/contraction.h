// Register tiles for reductions: dots, convolutions, pooling, sums.
#pragma once

#include "tile/candidate.h"
#include "tile/options.h"

namespace hlo2cpp {

// The nests whose accumulators live in registers, the fastest first; nothing if the reduction has no such nest (its
// combiner or term has no vector form, its indices are irregular, or it is too small). With a slack above 1, nests with
// other tile sizes that take at most so many times as long follow.
std::vector<Candidate> contraction_candidates(const Kernel& kernel, const Target& target, const TileOptions& options,
                                              double slack);

} // namespace hlo2cpp
