// Point by point: the strategy that fits every kernel but scans and sorts. Where points are independent, vectors along
// a line or squares that transpose compute several at once.
#pragma once

#include "tile/candidate.h"
#include "tile/options.h"

namespace hlo2cpp {

std::vector<Candidate> point_candidates(const Kernel& kernel, const Target& target, const TileOptions& options,
                                        double slack);

// Pieces that cover the kernel, by boxes of its borders, and compute one point at a time in row-major order.
std::vector<Piece> plain_pieces(const Kernel& kernel, const TileOptions& options);
// The tiling of these pieces: one function, whose loops compilers do not unroll where there are few registers.
Tiling tiling_of(std::vector<Piece> pieces, const Target& target);

} // namespace hlo2cpp
