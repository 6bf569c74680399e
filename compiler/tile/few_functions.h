// Tiles for targets whose flash is scarce: kernels that differ in sizes get tiles of one size, so that one function
// does for all of them, and tiles that leave no rest.
#pragma once

#include "tile/contraction.h"

namespace hlo2cpp {

// Contractions of a module, by kernel; none of other kernels. They take about as long as the best nests, all together.
// `options`: of each kernel.
std::vector<std::optional<LoopNest>> tile_with_few_functions(const Kernels& kernels, const Target& target,
                                                             const std::vector<ContractionOptions>& options);

} // namespace hlo2cpp
