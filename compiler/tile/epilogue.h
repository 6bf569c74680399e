// Epilogue of a register tile: accumulators are finished as vectors if every op of the result has a vector form.
#pragma once

#include "tile/options.h"
#include "tile/tiling.h"

namespace hlo2cpp {

// Lanes of a vector in which neighbouring sums of scalar tiles are finished, see RegisterTile; 1 if they are no
// vectors, or if that does not pay.
std::int64_t result_lanes(const Kernel& kernel, const Target& target, const Piece& piece, const TileOptions& options);

Epilogue epilogue_of(const Kernel& kernel, const Target& target, const Piece& piece, const TileOptions& options);

} // namespace hlo2cpp
