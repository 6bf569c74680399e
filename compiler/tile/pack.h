// Operands in the order in which register tiles read them.
#pragma once

#include <vector>

#include "tile/loop_nest.h"

namespace hlo2cpp {

// The packing of a load. `blocks` cover the lane dimension.
Packing pack(const Kernel& kernel, ExprId load, std::int64_t lane_dim, const std::vector<LaneBlocks>& blocks);

// Whether the load is a plain walk that stays inside the array, also at points that a condition leaves out: packing
// reads them all; and of numbers that the lanes hold as they are.
bool packable(const Kernel& kernel, ExprId load);
// What packing it takes.
std::int64_t packed_bytes(const Kernel& kernel, ExprId load);

// The packed elements of a constant; the constant itself where that lies in the order already.
LiteralPtr packed_literal(const Kernel& kernel, const Packing& packing, const LiteralPtr& source);

// The elements that come before those of the lane block at point zero of it, in an operand packed for blocks of
// `width`: all of `packed[...]` in tile/loop_nest.h but what the lane dimension adds.
Index packed_offset(const Kernel& kernel, const Packing& packing, std::int64_t width);

} // namespace hlo2cpp
