// Kernels without a reduction as vectors along a line.
#pragma once

#include "tile/loop_nest.h"

namespace hlo2cpp {

// Pieces that cover the box, whose points are all alike as far as guards go: vectors along the dimension whose elements
// lie side by side wherever they are read and written, then narrower ones, then points. `plain` where that is no
// cheaper, or where an op has no vector form.
std::vector<Piece> elementwise_pieces(const Kernel& kernel, const Target& target, const Piece& plain);

} // namespace hlo2cpp
