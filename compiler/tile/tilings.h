// The decisions of tiling, from shapes, the target and the goal alone.
#pragma once

#include "support/goal.h"
#include "tile/tiling.h"

namespace hlo2cpp {

// One a kernel; their bodies are empty.
std::vector<Tiling> tilings(const Kernels& kernels, const Target& target, const Goal& goal = {});

} // namespace hlo2cpp
