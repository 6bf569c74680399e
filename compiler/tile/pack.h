// Constant operands in the order in which register tiles read them.
#pragma once

#include <optional>
#include <vector>

#include "tile/loop_nest.h"

namespace hlo2cpp {

// A range of the lane dimension that is computed at once.
struct LaneBlock {
    std::int64_t begin = 0, width = 0;
};

// The packing of a constant load; its literal is the constant itself where that lies in the order already. `blocks` cover the
// lane dimension.
Packing pack(const Kernels& kernels, const Kernel& kernel, ExprId load, std::int64_t lane_dim,
                            const std::vector<LaneBlock>& blocks);

} // namespace hlo2cpp
