// Builds the statements of a tiling.
#pragma once

#include "tile/tiling.h"

namespace hlo2cpp {

// `same_bits`: floats are the same on every machine, so that no division becomes a product.
LoopNest loop_nest_of(const Kernel& kernel, const Tiling& tiling, const Target& target, bool same_bits);

} // namespace hlo2cpp
