// Plan of a register tile's reduction: the bounds of its loops, the taps of a border, the unrolled loops.
#pragma once

#include "tile/tiling.h"

namespace hlo2cpp {

// Completes the piece, whose tile, loops and order of reduction are decided; `nest` has all packings. False if the
// tiles of the piece differ too much for one code.
bool plan_reduction(const Kernel& kernel, const Target& target, const Tiling& nest, Piece& piece);

} // namespace hlo2cpp
