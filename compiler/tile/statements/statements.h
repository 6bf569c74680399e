// Builds the statements of pieces from their strategies.
#pragma once

#include "nest/statement.h"
#include "tile/loop_nest.h"

namespace hlo2cpp {

// `same_bits`: floats are the same on every machine, so that no division becomes a product.
nest::Body statements_of(const Kernel& kernel, const LoopNest& nest, const Piece& piece, const Target& target,
                         bool same_bits);

// Builds the stores of a tile whose sums are computed elsewhere. `hangs_over`: rows behind the end of their dimension
// are no points.
nest::SumStores stores_of_sums(const Kernel& kernel, const LoopNest& nest, const Piece& piece, const Target& target,
                               bool hangs_over);

} // namespace hlo2cpp
