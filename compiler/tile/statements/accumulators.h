// The registers of a reduction: how they start, and how partial results become one.
#pragma once

#include "tile/statements/tile_loops.h"

namespace hlo2cpp {

// Accumulators at their first values: the initial value of the reduction, or the bias that is added to its sum.
void declare_accumulators(TileLoops& loops, const Target& target);
// Accumulators of a block of a sum, in place of those of the whole sum until they are added to them.
nest::RegistersId begin_partial_sums(TileLoops& loops, const Target& target);
void add_partial_sums(TileLoops& loops, nest::RegistersId totals);
// The term of a point is combined with the accumulators of the rows, those of chain `chain`. `repeats` and `only`: see
// nest::Combine.
void build_update(TileLoops& loops, const Range& rows, const nest::Position& chain, std::int64_t repeats = 0,
                  std::optional<nest::RegistersId> only = {});
// Names the point of a chain's term.
void bind_chain(TileLoops& loops, std::int64_t dim, const nest::Position& point);
// The initial value is added to sums that started at zero.
void add_initial_value(TileLoops& loops);
// Halves of the partial results are combined until one is left.
void combine_chains(TileLoops& loops);
// Extrema in parts become numbers, see tile/extremum_parts.h.
void join_parts(TileLoops& loops);

} // namespace hlo2cpp
