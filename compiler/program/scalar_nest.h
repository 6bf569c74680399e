// A piece of a loop nest as scalar code: one point at a time.
#pragma once

#include "program/emitter.h"
#include "tile/loop_nest.h"

namespace hlo2cpp {

// Builds the loops of the piece, and what the kernel does at each point. The emitter's ranges are the piece's box, then
// all points of the reduction.
void build_scalar_piece(Emitter& emitter, const Piece& piece);

// The expressions that a kernel's nest asks its emitter for.
std::vector<ExprId> emitted_roots(const Kernel& kernel);
// The ranges for a piece, and for all points of the kernel.
std::vector<Range> emitted_ranges(const Kernel& kernel, const Piece& piece);
std::vector<Range> all_ranges(const Kernel& kernel);

// Pieces of it, for other forms of nests.
//
// Opens the loop over one dimension and binds it; one point is no loop.
void open_loop(Emitter& emitter, std::int64_t dim, const Range& range, std::int64_t step = 1);
// Opens the reduction's loops in the order of the piece and the tests of its conditions, gives the accumulators their
// next state inside, and closes them.
void build_reduction_loops(Emitter& emitter, const Piece& piece, const std::vector<tree::Expression>& accumulators);
// The next state of the accumulators.
void build_combined(Emitter& emitter, const std::vector<tree::Expression>& accumulators);
// What the partial sum of a block starts at, which changes no term, not even -0: see tile/sum_blocks.h.
tree::Expression start_of_block(Emitter& emitter);
void build_outputs(Emitter& emitter);

} // namespace hlo2cpp
