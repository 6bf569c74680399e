// Choice of values that share their bytes: the two ends of a copy, and an output with an operand that dies in its
// kernel.
#pragma once

#include <cstdint>
#include <vector>

#include "kernel/liveness.h"
#include "nest/nest.h"

namespace hlo2cpp {

// By value: the number of its group, the smallest number of a value in it. Parameters that are never written and
// constants are alone; at most one Parameter or Result is in a group.
std::vector<std::size_t> share(const Kernels& kernels, const LoopNests& nests, const Schedule& schedule,
                               const Liveness& alive);

} // namespace hlo2cpp
