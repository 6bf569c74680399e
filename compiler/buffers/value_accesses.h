// Accesses to memory in a call of the entry: by them arrays are compared where the fastest memory has no room for all.
#pragma once

#include <map>
#include <tuple>
#include <vector>

#include "nest/nest.h"
#include "schedule/schedule.h"

namespace hlo2cpp {

// Elements that are loaded and stored. A loop that data ends counts as several rounds, and each branch of a conditional
// as if it were taken.
struct ValueAccesses {
    std::vector<double> of_value;                                        // without those to packed constants
    std::map<std::tuple<ValueId, KernelId, std::size_t>, double> packed; // as in ConstantPlan
};

ValueAccesses count_accesses(const Kernels& kernels, const LoopNests& nests, const Schedule& schedule);

} // namespace hlo2cpp
