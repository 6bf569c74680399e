// Constants that several steps read, or one step in two orders: as often as they are packed otherwise, they lie in
// flash once more. The rows of an embedding that a model also multiplies by:
//
//     x = rows of table            as it lies                  1 MB
//     y = x . table                packed for the product      1 MB more, or a few cycles for each tile
#pragma once

#include <vector>

#include "tile/contraction.h"

namespace hlo2cpp {

// By kernel: arguments whose constants it reads as they lie, since packing them would save fewer than `byte_cycles`
// cycles for each byte that it takes.
std::vector<std::vector<ArgumentId>> constants_as_they_lie(const Kernels& kernels, const Target& target,
                                                           const ContractionOptions& options, double byte_cycles);

} // namespace hlo2cpp
