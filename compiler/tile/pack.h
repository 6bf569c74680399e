// Operands in the order in which register tiles read them.
#pragma once

#include <vector>

#include "tile/tiling.h"

namespace hlo2cpp {

// The packing of a load. `blocks` cover the lane dimension.
Packing pack(const Kernel& kernel, ExprId load, std::int64_t lane_dim, const std::vector<LaneBlocks>& blocks);

// True if a load can be packed: its index is affine and in bounds even at points that a condition excludes (packing
// reads them all), and lanes can hold its numbers.
bool packable(const Kernel& kernel, ExprId load);
// Bytes of the packed load.
std::int64_t packed_bytes(const Kernel& kernel, ExprId load);

} // namespace hlo2cpp
