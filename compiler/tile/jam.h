// Unroll and jam: pieces that lie side by side along a dimension, and load the same elements, become one. At each point
// of the other dimensions it stores their points one after the other, so that what they share is loaded and computed
// once: the sums of a Fourier transform, which a concatenation puts into their places.
#pragma once

#include "tile/tiling.h"

namespace hlo2cpp {

// The pieces, of which neighbours are jammed where scalars compute them.
std::vector<Piece> jammed(const Kernel& kernel, const Target& target, std::vector<Piece> pieces);

} // namespace hlo2cpp
