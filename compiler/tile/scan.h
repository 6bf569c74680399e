// Scans: the state of a fold goes along a dimension, and each point stores it.
//
// Where another dimension lies innermost, several of its points have states side by side, in vectors or scalars. Along
// lines of floats that are added up, a vector of terms meets the state at once.
#pragma once

#include "support/goal.h"
#include "tile/tiling.h"

namespace hlo2cpp {

// `boxes`: the most boxes that borders are peeled into.
Tiling scan_nest(const Kernel& kernel, const Target& target, const Goal& goal, std::int64_t boxes);

} // namespace hlo2cpp
