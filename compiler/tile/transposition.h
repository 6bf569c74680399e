// Kernels that only move elements, between arrays whose lines run along different dimensions.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tile/loop_nest.h"

namespace hlo2cpp {

// What moves, seen from a box of points: element `from` of a load becomes element `to` of the output.
struct Move {
    ExprId load;
    const Index* from = nullptr;
    const Index* to = nullptr;
};

// Nothing where the kernel computes anything, or where one point depends on another.
std::optional<Move> move_of(const Kernel& kernel, const std::vector<Range>& box);

// Pieces that cover the box of `plain`: blocks of as many rows as lanes, the last ones beginning earlier so that they
// are full. Nothing where the lines are short, or run along one dimension.
std::vector<Piece> transposing_pieces(const Kernel& kernel, const Target& target, const Piece& plain);

// What is wrong with a piece whose tile transposes; none: all is well.
std::optional<std::string> wrong_transposition(const Kernel& kernel, const Piece& piece);

// Of LaneBlocks: the largest square by which they may be packed at run time, or 0.
std::int64_t square_of_packing(const Kernel& kernel, const Target& target, const Packing& packing,
                               const LaneBlocks& blocks);
// Whether blocks may be packed by such squares.
bool fits_packing(const Kernel& kernel, const Packing& packing, const LaneBlocks& blocks, std::int64_t square);

} // namespace hlo2cpp
