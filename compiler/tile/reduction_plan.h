// How the reduction of a register tile runs: what its loops leave out, the taps of a border, what is unrolled.
#pragma once

#include "tile/loop_nest.h"

namespace hlo2cpp {

// Completes the piece, whose tile, loops and order of reduction are decided; `nest` has all packings. False where its
// tiles differ too much for one text.
bool plan_reduction(const Kernel& kernel, const Target& target, const LoopNest& nest, Piece& piece);

} // namespace hlo2cpp
