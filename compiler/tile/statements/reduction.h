// The loops of a register tile's reduction: over blocks, taps of borders, and steps.
#pragma once

#include "tile/statements/tile_loops.h"

namespace hlo2cpp {

// Adds the loops that combine all terms with the accumulators. Returns the steps that fill no vector if the lanes run
// along the reduction: the caller has to add them.
Range build_reduction(TileLoops& loops, const Target& target);

} // namespace hlo2cpp
