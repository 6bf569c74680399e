// The order of the steps of each region.
#pragma once

#include <vector>

#include "kernel/kernel.h"
#include "schedule/step_access.h"
#include "tile/loop_nest.h"

namespace hlo2cpp {

struct RegionOrders {
    std::vector<std::vector<std::size_t>> steps; // by region: numbers of its steps, as they run
    std::int64_t peak = 0, bound = 0;            // of the entry, in bytes
};

// `aliases` gives for each result leaf the parameter that it is written into, or none.
RegionOrders order_regions(const Kernels& kernels, const LoopNests& nests, const std::vector<ValueId>& aliases);

} // namespace hlo2cpp
