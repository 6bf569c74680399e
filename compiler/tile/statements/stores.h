// Stores of a register tile: vectors, scalars, or squares that are transposed.
#pragma once

#include "tile/statements/tile_loops.h"

namespace hlo2cpp {

// Adds the stores of the tile's points, from the accumulators if there is a reduction.
void build_stores(TileLoops& loops, const Target& target);
// Adds the stores of a vector of each row, from an array with the results of the reduction.
void build_stores_of(TileLoops& loops, nest::RegistersId results);
// Adds the transposition of a tile that only moves elements.
void build_transposition(TileLoops& loops);

} // namespace hlo2cpp
