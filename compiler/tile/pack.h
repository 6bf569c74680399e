// Constant operands in the order in which register tiles read them.
#pragma once

#include <optional>
#include <vector>

#include "tile/loop_nest.h"

namespace hlo2cpp {

// The packing of a load; `blocks` cover the lane dimension.
Packing pack(const Kernel& kernel, ExprId load, std::int64_t lane_dim, const std::vector<LaneBlocks>& blocks);

// Packs the literals of constants; a literal stays the constant itself where that lies in the order already.
void pack_constants(const Kernels& kernels, const Kernel& kernel, std::int64_t lane_dim,
                    std::vector<Packing>& packings);

} // namespace hlo2cpp
