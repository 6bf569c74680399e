// Tiles for targets with little flash: kernels that differ only in sizes get tiles of one size, so that they share one
// function, and tiles that divide their dimensions.
#pragma once

#include "tile/candidate.h"
#include "tile/options.h"

namespace hlo2cpp {

// How many times as long as its best tiling another one of a kernel may take.
double slack_of_functions(const Kernels& kernels, const TileOptions& options);

// Puts the candidate that is chosen in front, for each kernel. Together they take about as long as the best ones, which
// are in front before.
void choose_few_functions(const Kernels& kernels, const Target& target, const TileOptions& options,
                          std::vector<std::vector<Candidate>>& candidates);

} // namespace hlo2cpp
