// Cost model: the estimated cycles of a nest on a target. Tile compares dimensions, tiles and packings by this figure
// alone.
#pragma once

#include <cstdint>

#include "tile/tiling.h"

namespace hlo2cpp {

// Number of loads in a reduction's term, by their dependence on the tile's two dimensions.
struct TermLoads {
    std::int64_t both = 0; // a vector for each row and column
    std::int64_t lane = 0; // a vector for all rows
    std::int64_t row = 0;  // a scalar for all lanes
    std::int64_t none = 0; // one scalar for the tile
};

TermLoads term_loads(const Kernel& kernel, std::int64_t lane_dim, std::int64_t row_dim);

struct TileSize {
    std::int64_t rows = 1, vectors = 1, chains = 1;
};

// The innermost loop of a reduction: its steps, and the number of times that a tile enters it.
struct Depth {
    std::int64_t steps = 1, entries = 1;
};

// Cycles of one tile: its whole reduction, and the work before and after.
double tile_cycles(const Target& target, const TermLoads& loads, const TileSize& tile, const Depth& depth, bool scalar);

// Cycles of a kernel without a reduction, or with a reduction of one term whose plan the pieces have. `any_size`: the
// nest runs in a function whose sizes are arguments, so that no load can hold the distance of two rows as an immediate.
double cost(const Target& target, const Kernel& kernel, const Tiling& nest, bool any_size = false);

} // namespace hlo2cpp
