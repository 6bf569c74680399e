// Kernels without a reduction as vectors along a line.
#pragma once

#include "tile/tiling.h"

namespace hlo2cpp {

// Pieces that cover the box of `plain`, which computes one point at a time: vectors along the dimension whose elements
// are adjacent in every array, then narrower vectors, then points. If an op has no vector form, the points are left to
// the compiler's vectoriser. `in_order`: results have the bits of all machines.
std::vector<Piece> elementwise_pieces(const Kernel& kernel, const Target& target, const Piece& plain, bool in_order);

} // namespace hlo2cpp
