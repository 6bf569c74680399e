// Loop nests of a contraction, for a given choice of lanes and rows.
#pragma once

#include <optional>
#include <vector>

#include "tile/contraction_fit.h"
#include "tile/register_tile.h"

namespace hlo2cpp {

// The nest that computes one point at a time, for comparison.
Tiling plain_reduction(const ContractionFit& fit);

// The nest whose lanes are points. `size`: size of the tiles; without it, the best one.
Tiling nest_of_points(const ContractionFit& fit, const std::optional<TileSize>& size = {});
// Nest of points whose rows are copied in front of the columns; none if they cannot be.
std::optional<Tiling> nest_of_copied_rows(const ContractionFit& fit);
// All feasible tile sizes of nests whose lanes are points.
std::vector<TileSize> sizes_of_points(const ContractionFit& fit);

// The nest whose lanes run along the sum (a horizontal reduction).
Tiling nest_along_sum(const ContractionFit& fit);
// The nest of --deterministic: vectors of `lanes` lanes that together hold the `kFixedLanes` partial sums of all
// targets.
Tiling nest_of_fixed_lanes(const ContractionFit& fit, std::int64_t lanes);

} // namespace hlo2cpp
