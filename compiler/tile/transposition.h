// Kernels that only move elements, between arrays whose lines run along different dimensions.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tile/tiling.h"

namespace hlo2cpp {

// A move of elements over a box of points: element `from` of a load becomes element `to` of the output.
struct Move {
    ExprId load;
    const Index* from = nullptr;
    const Index* to = nullptr;
};

// The move of the kernel; nothing if it computes anything, or if one point depends on another.
std::optional<Move> move_of(const Kernel& kernel, const std::vector<Range>& box);

// Pieces that cover the box of `plain`: square blocks, or rows of all three elements of the shorter lines; the last
// ones overlap their neighbours, so that they are full. Nothing if other lines are short, or run along one dimension.
std::vector<Piece> transposing_pieces(const Kernel& kernel, const Target& target, const Piece& plain);

// Fault of the transposition of blocks of so many rows and lanes in the box, or nothing.
std::optional<std::string> wrong_transposition(const Kernel& kernel, const std::vector<Range>& box,
                                               std::int64_t row_dim, std::int64_t lane_dim, std::int64_t rows,
                                               std::int64_t lanes);

// Side of the largest square by which the blocks may be packed at run time; 0: there is none.
std::int64_t square_of_packing(const Kernel& kernel, const Target& target, const Packing& packing,
                               const LaneBlocks& blocks);
// True if the blocks may be packed by squares of this side.
bool fits_packing(const Kernel& kernel, const Packing& packing, const LaneBlocks& blocks, std::int64_t square);

} // namespace hlo2cpp
