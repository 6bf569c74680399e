// The taps of a border: which rows of a tile take part in which of them.
#pragma once

#include "tile/loop_nest.h"

namespace hlo2cpp {

// Completes the rows and the taps of the piece, whose loops are planned. It may hold several tiles along the rows, the
// first and the last of which are borders: these then run in the same text (see Edge). False where that cannot be.
bool plan_taps(const Kernel& kernel, const Target& target, const LoopNest& nest, Piece& piece);

// Whether the innermost steps are written out, alike in all tiles; their runs, if there are, become those of
// neighbouring rows, each with its taps.
bool take_rows_first(Piece& piece);

// How many copies of the innermost loop, which counts so many steps, are made. A tile of scalars has enough to do in
// one step; Clang would make many of it, and find no registers.
std::int64_t copies_of_step(const Target& target, const RegisterTile& tile, const ReductionLoop& loop,
                            std::int64_t steps);

} // namespace hlo2cpp
