// Tied weights: constants that several steps read, or one step reads in two orders. Each packed order takes flash once
// more. An example is the rows of an embedding that the model also multiplies by:
//
//     x = rows of table            as it lies                  1 MB
//     y = x . table                packed for the product      1 MB more, or a few cycles for each tile
#pragma once

#include <vector>

#include "tile/options.h"

namespace hlo2cpp {

// By kernel: arguments whose constants stay unpacked, since packing would save fewer than `byte_cycles` cycles for each
// byte that it takes.
std::vector<std::vector<ArgumentId>> constants_as_they_lie(const Kernels& kernels, const Target& target,
                                                           const TileOptions& options, double byte_cycles);

} // namespace hlo2cpp
