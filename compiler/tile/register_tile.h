// The size of a register tile, which is chosen before its statements are built, by the same cycles of terms.
#pragma once

#include <cstdint>
#include <vector>

#include "kernel/kernel.h"
#include "machine/target.h"

namespace hlo2cpp {

// Number of loads in a reduction's term, by their dependence on the tile's two dimensions.
struct TermLoads {
    std::int64_t both = 0;  // a vector for each row and column
    std::int64_t lane = 0;  // a vector for all rows
    std::int64_t row = 0;   // a scalar for all lanes
    std::int64_t none = 0;  // one scalar for the tile
    std::int64_t bytes = 0; // of those for all rows: each row takes other bits of them
    // Loads of `both`, and of `lane`, that are the same in all steps of the innermost loop.
    std::int64_t fixed_both = 0, fixed_lane = 0;
    std::int64_t together = 1; // neighbouring vectors that share loads and terms
};

TermLoads term_loads(const Kernel& kernel, std::int64_t lane_dim, std::int64_t row_dim);

struct TileSize {
    std::int64_t rows = 1, vectors = 1, chains = 1;
    std::int64_t together = 1; // groups of so many vectors stay together
};

// The innermost loop of a reduction: its steps, and the number of times that a tile enters it.
struct Depth {
    std::int64_t steps = 1, entries = 1;
};

// Consecutive blocks of one dimension: `count` of `size` points each.
struct Blocks {
    std::int64_t size = 1, count = 0;
};

// Cuts `total` into blocks of at most `most` points whose sizes differ by at most one: 25 by 12 -> 1 of 9, 2 of 8.
std::vector<Blocks> even_blocks(std::int64_t total, std::int64_t most);
// Blocks of groups of `together` points, if whole groups make up the total.
std::vector<Blocks> even_blocks(std::int64_t total, std::int64_t most, std::int64_t together);

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
