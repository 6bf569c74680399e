// The size of the register tile: a small model of the machine picks rows and vectors.
#pragma once

#include <cstdint>
#include <vector>

#include "tile/target.h"

namespace hlo2cpp {

// How the loads of a reduction's term depend on the tile's two dimensions.
struct TermLoads {
    std::int64_t both = 0; // a vector for each row and column
    std::int64_t lane = 0; // a vector for all rows
    std::int64_t row = 0;  // a scalar for all lanes
    std::int64_t none = 0; // one scalar for the tile
};

struct TileSize {
    std::int64_t rows = 1, vectors = 1, chains = 1;
};

// Consecutive blocks of one dimension: `count` of `size` points each.
struct Blocks {
    std::int64_t size = 1, count = 0;
};

// Cuts `total` into blocks of at most `most` points whose sizes differ by at most one: 25 by 12 -> 1 of 9, 2 of 8.
std::vector<Blocks> even_blocks(std::int64_t total, std::int64_t most);

// The tile with the least estimated time for `rows` x `columns` vectors (scalars where the lanes are 1), each with
// `depth` steps of reduction. `in_order`: no partial sums.
TileSize best_tile(const Target& target, const TermLoads& loads, std::int64_t rows, std::int64_t columns,
                   std::int64_t depth, bool scalar, bool in_order);

} // namespace hlo2cpp
