// The registers of a reduction: how they start, and how partial results become one.
#pragma once

#include "tile/statements/tile_loops.h"

namespace hlo2cpp {

// Declares the accumulators with their first values: the initial value of the reduction, or the bias that is added to
// its sum.
void declare_accumulators(TileLoops& loops, const Target& target);
// Opens accumulators for a block of a sum; they replace the totals until they are added to them.
nest::RegistersId begin_partial_sums(TileLoops& loops, const Target& target);
void add_partial_sums(TileLoops& loops, nest::RegistersId totals);
// Combines the term of a point with the accumulators of the rows in chain `chain`. `repeats` and `only`: see
// nest::Combine.
void build_update(TileLoops& loops, const Range& rows, const nest::Position& chain, std::int64_t terms = 1,
                  std::int64_t repeats = 0, std::optional<nest::RegistersId> only = {});
// Binds the dimension to the point of a chain's term.
void bind_chain(TileLoops& loops, std::int64_t dim, const nest::Position& point);
// Combines halves of the partial results until one is left.
void combine_chains(TileLoops& loops);
// Takes off what sums of raised factors are too large by.
void lower_sums(TileLoops& loops);
// Joins the parts of extrema into numbers, see tile/extremum_parts.h.
void join_parts(TileLoops& loops);

} // namespace hlo2cpp
