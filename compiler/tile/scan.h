// Scans: the state of a fold goes along a dimension, and each point stores it.
//
// States stand side by side, in vectors or scalars, for several points of another dimension that lies innermost. Sums
// along lines of floats take a vector of terms at once.
#pragma once

#include "support/goal.h"
#include "tile/tiling.h"

namespace hlo2cpp {

// `boxes`: the most boxes that borders are peeled into.
Tiling scan_nest(const Kernel& kernel, const Target& target, const Goal& goal, std::int64_t boxes);

} // namespace hlo2cpp
