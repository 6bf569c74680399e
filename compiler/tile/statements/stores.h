// Stores of a register tile: vectors, scalars, or squares that are transposed.
#pragma once

#include "tile/statements/tile_loops.h"

namespace hlo2cpp {

// The outputs of the points of the tile, from the accumulators where there is a reduction.
void build_stores(TileLoops& loops, const Target& target);
// The square of a tile that only moves.
void build_transposition(TileLoops& loops);

} // namespace hlo2cpp
