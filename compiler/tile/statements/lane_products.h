// Several steps of the innermost loop in each round, as products by a lane: see tile/steps_together.h.
#pragma once

#include "tile/statements/tile_loops.h"

namespace hlo2cpp {

// Adds the rounds over `steps`. Returns the steps behind the last round, which the caller has to add.
Range build_lane_products(TileLoops& loops, const Range& rows, const Range& steps);

} // namespace hlo2cpp
