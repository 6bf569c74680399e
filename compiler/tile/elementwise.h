// Kernels without a reduction as vectors along a line.
#pragma once

#include "tile/loop_nest.h"

namespace hlo2cpp {

// Pieces that cover the box of `plain`, which computes one point at a time: vectors along the dimension whose elements
// lie side by side wherever they are read and written, then narrower ones, then points. Where an op has no vector form,
// compilers make vectors of points.
std::vector<Piece> elementwise_pieces(const Kernel& kernel, const Target& target, const Piece& plain);

} // namespace hlo2cpp
