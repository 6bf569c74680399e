// The innermost loop of a register tile's reduction.
#pragma once

#include "tile/statements/tile_loops.h"

namespace hlo2cpp {

// The terms inside the loops that are open.
struct OpenTerms {
    Bounds point;                    // bounds of the dimensions that are bound so far
    Range rows;                      // rows of the tile that take part
    const std::vector<TapRun>* runs; // runs of the next loop with taps
};

// A loop over the points of a reduction loop at which its conditions hold.
nest::For loop_over(const TileLoops& loops, const Bounds& point, nest::CounterId counter, const ReductionLoop& loop);
// Binds all dimensions of a joined loop except the last one, which counts the points of all.
void bind_joined(TileLoops& loops, const ReductionLoop& loop, Bounds& point);

// Adds the innermost loop. `steps`: the loop over all its steps, one by one.
void build_steps(TileLoops& loops, const Range& rows, nest::For steps, std::int64_t unroll);
// Adds the loop over rounds of several words, which are written out.
void build_round_of_words(TileLoops& loops, const Range& rows, const nest::For& steps);
// Adds unrolled steps, all of a row before those of the next one.
void build_rows_first(TileLoops& loops, const Range& rows, const Range& steps);
// Adds a step of each chain.
void build_round(TileLoops& loops, const Range& rows);

} // namespace hlo2cpp
