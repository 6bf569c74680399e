// The loop nests of a contraction whose lanes and rows are chosen.
#pragma once

#include <optional>
#include <vector>

#include "tile/contraction_fit.h"
#include "tile/register_tile.h"

namespace hlo2cpp {

// One point at a time, for comparison.
LoopNest plain_reduction(const ContractionFit& fit);

// Lanes that are points. `size` of the tiles: the best one where it is left open.
LoopNest nest_of_points(const ContractionFit& fit, const std::optional<TileSize>& size = {});
// All sizes that such tiles may have.
std::vector<TileSize> sizes_of_points(const ContractionFit& fit);

// Lanes that walk along the sum.
LoopNest nest_along_sum(const ContractionFit& fit);
// In `lanes` of `kFixedLanes` that are the same for all targets.
LoopNest nest_of_fixed_lanes(const ContractionFit& fit, std::int64_t lanes);

} // namespace hlo2cpp
