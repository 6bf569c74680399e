// Cycles that a nest takes on a target, estimated: by this one figure tile compares dimensions, tiles and packings.
#pragma once

#include <cstdint>

#include "tile/loop_nest.h"

namespace hlo2cpp {

// How the loads of a reduction's term depend on the tile's two dimensions.
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

// The innermost loop of a reduction: its steps, and how often a tile enters it.
struct Depth {
    std::int64_t steps = 1, entries = 1;
};

// Of one tile: all of its reduction, and what comes before and after.
double tile_cycles(const Target& target, const TermLoads& loads, const TileSize& tile, const Depth& depth, bool scalar);

// Of a kernel whose reduction has one term; its pieces have their plan of the reduction. Or of one without a reduction.
// `any_size`: in a function that takes its sizes as arguments, where the distance of two rows is no number that a load
// could hold.
double cost(const Target& target, const Kernel& kernel, const LoopNest& nest, bool any_size = false);

} // namespace hlo2cpp
