// Pointers from which the loads of a reduction walk: in the innermost loops the rows and columns of a tile are at
// constant distances, which compilers find in a whole index only in simple cases.
#pragma once

#include "tile/statements/tile_loops.h"

namespace hlo2cpp {

// The element of a load in its array, which may be packed.
Index index_of(const Kernel& kernel, const Tiling& nest, const RegisterTile& tile, ExprId load);

// True if the innermost loop around the tile, of several rounds, does not change the expression: compilers take what it
// loads out of that loop, into registers.
bool is_taken_out(const TileLoops& loops, ExprId expr);

// Pointers from which the innermost loop walks; `rows` take part in it.
std::vector<nest::Pointer> pointers_of_loop(const TileLoops& loops, const ReductionLoop& loop, const Range& rows);
// Pointers of an unrolled loop over taps, and of the loop inside it if this is the innermost one. They are valid in
// each tile, also in those of the border.
std::vector<nest::Pointer> pointers_of_taps(const TileLoops& loops, std::size_t level, const std::vector<TapRun>& runs);

// The reduction's conditions on the rows, at a row of the tile; and at a tap, a value of a reduction dimension.
std::vector<Condition> conditions_at(const TileLoops& loops, std::int64_t row);
std::vector<Condition> conditions_at(const TileLoops& loops, std::int64_t row, std::int64_t dim, std::int64_t tap);

} // namespace hlo2cpp
