// The size of the register tile with the least cost.
#pragma once

#include <cstdint>
#include <vector>

#include "tile/cost.h"

namespace hlo2cpp {

// Consecutive blocks of one dimension: `count` of `size` points each.
struct Blocks {
    std::int64_t size = 1, count = 0;
};

// Cuts `total` into blocks of at most `most` points whose sizes differ by at most one: 25 by 12 -> 1 of 9, 2 of 8.
std::vector<Blocks> even_blocks(std::int64_t total, std::int64_t most);

// Numbers of accumulator chains that a tile may have.
using Chains = std::vector<std::int64_t>;
// The chains of vectors, if the order of the sum is free: each number divides the steps.
Chains chains_of_any_order(std::int64_t steps);

// All tiles of at most `rows` x `columns` whose accumulators, and the operands of one step, fit in the registers.
std::vector<TileSize> feasible_tiles(const Target& target, const TermLoads& loads, std::int64_t rows,
                                     std::int64_t columns, bool scalar, const Chains& chains);

// The tile with the least estimated time for `rows` x `columns` vectors (scalars if the lanes are 1).
TileSize best_tile(const Target& target, const TermLoads& loads, std::int64_t rows, std::int64_t columns,
                   const Depth& depth, bool scalar, const Chains& chains);

} // namespace hlo2cpp
