// Plan of a border's taps: the rows of a tile that take part in each tap.
#pragma once

#include "tile/tiling.h"

namespace hlo2cpp {

// Completes the rows and the taps of the piece, whose loops are planned. If the piece has several tiles along the rows,
// the first and the last of them are borders, and all run in the same code (see Edge). False if one code cannot do.
bool plan_taps(const Kernel& kernel, const Target& target, const Tiling& nest, Piece& piece);

// True if the innermost steps are unrolled, alike in all tiles. Their runs, if there are any, are then regrouped by
// neighbouring rows, each run with its taps.
bool take_rows_first(Piece& piece);

// Unroll factor of the innermost loop, which counts `steps` steps; 0: the compiler chooses. It is 1 for a large tile of
// scalars, which fills the registers in one step: Clang would unroll it, and spill.
std::int64_t copies_of_step(const Target& target, const RegisterTile& tile, const ReductionLoop& loop,
                            std::int64_t steps);

} // namespace hlo2cpp
