// Horizontal reduction: lanes that run along the reduction hold partial results of one point.
#pragma once

#include "tile/statements/tile_loops.h"

namespace hlo2cpp {

// Adds the innermost loop, in rounds of one vector for each chain, and the vectors behind the last whole round. Returns
// the steps that fill no vector.
Range build_lane_steps(TileLoops& loops, const Target& target, const ReductionLoop& loop);
// Combines the lanes of each row into one value, and stores it; each step of the tail goes to its lane.
void combine_lanes(TileLoops& loops, const Range& tail);

} // namespace hlo2cpp
