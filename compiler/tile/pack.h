// Operands in the order in which register tiles read them.
#pragma once

#include <vector>

#include "tile/loop_nest.h"

namespace hlo2cpp {

// The packing of a load. `blocks` cover the lane dimension.
Packing pack(const Kernel& kernel, ExprId load, std::int64_t lane_dim, const std::vector<LaneBlocks>& blocks);

// True if a load can be packed: its index is affine and in bounds even at points that a condition excludes (packing
// reads them all), and lanes can hold its numbers.
bool packable(const Kernel& kernel, ExprId load);
// Bytes of the packed load.
std::int64_t packed_bytes(const Kernel& kernel, ExprId load);

// The packed elements of a constant; the constant itself if it has that order already.
LiteralPtr packed_literal(const Kernel& kernel, const Packing& packing, const LiteralPtr& source);

// Offset of a lane block's first element in an operand packed for blocks of `width`, without the part of the lane
// dimension: see `packed[...]` in tile/loop_nest.h.
Index packed_offset(const Kernel& kernel, const Packing& packing, std::int64_t width);

} // namespace hlo2cpp
