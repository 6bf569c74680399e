// Horizontal reduction: lanes that run along the reduction hold partial results of one point.
#pragma once

#include "tile/statements/tile_loops.h"

namespace hlo2cpp {

// The innermost loop, in rounds of a vector for each chain, and the vectors behind the last whole round. Returns the
// steps that fill no vector.
Range build_lane_steps(TileLoops& loops, const Target& target, const ReductionLoop& loop);
// The lanes of each row become one value, which is stored; each step of the tail goes to the lane that it belongs to.
void combine_lanes(TileLoops& loops, const Range& tail);

} // namespace hlo2cpp
