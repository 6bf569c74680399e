// Tiles for targets with little flash: kernels that differ only in sizes get tiles of one size, so that they share one
// function, and tiles that divide their dimensions.
#pragma once

#include "tile/contraction.h"

namespace hlo2cpp {

// The nest of each contraction of a module, by kernel; none for other kernels. Together they take about as long as the
// best nests. `options`: one a kernel.
std::vector<std::optional<Tiling>> tile_with_few_functions(const Kernels& kernels, const Target& target,
                                                           const std::vector<ContractionOptions>& options);

} // namespace hlo2cpp
