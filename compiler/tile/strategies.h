// The strategies of tiling: each knows one way to run kernels of some kind, and is one file.
#pragma once

#include "tile/candidate.h"
#include "tile/options.h"

namespace hlo2cpp {

// The tilings of all strategies that fit the kernel, which has points: the fastest first, then the others that take at
// most `slack` times as long.
std::vector<Candidate> candidates(const Kernel& kernel, const Target& target, const TileOptions& options,
                                  double slack = 1);

} // namespace hlo2cpp
