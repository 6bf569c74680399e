// Constant operands in the order in which register tiles read them.
#pragma once

#include <optional>
#include <vector>

#include "tile/loop_nest.h"

namespace hlo2cpp {

// The packing of a load; the literal of a constant is the constant itself where that lies in the order already.
// `blocks` cover the lane dimension.
Packing pack(const Kernels& kernels, const Kernel& kernel, ExprId load, std::int64_t lane_dim,
             const std::vector<LaneBlocks>& blocks);

} // namespace hlo2cpp
