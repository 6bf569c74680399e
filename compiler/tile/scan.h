// Scans: the state of a fold goes along a dimension, and each point stores it.
//
// States stand side by side, in vectors or scalars, for several points of another dimension that lies innermost. Sums
// along lines of floats take a vector of terms at once.
#pragma once

#include "tile/candidate.h"
#include "tile/options.h"

namespace hlo2cpp {

std::vector<Candidate> scan_candidates(const Kernel& kernel, const Target& target, const TileOptions& options,
                                       double slack);

} // namespace hlo2cpp
