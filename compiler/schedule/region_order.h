// The order of the steps of each region.
#pragma once

#include <vector>

#include "kernel/kernel.h"
#include "kernel/step_access.h"
#include "nest/nest.h"

namespace hlo2cpp {

struct RegionOrders {
    std::vector<std::vector<std::size_t>> steps; // by region: numbers of its steps, as they run
    std::int64_t peak = 0, bound = 0;            // of the entry that needs most, in bytes
};

RegionOrders order_regions(const Kernels& kernels, const LoopNests& nests);

} // namespace hlo2cpp
