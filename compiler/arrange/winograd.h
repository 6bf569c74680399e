// Convolutions by Winograd's minimal filtering where that takes fewer cycles, see winograd_plan.h.
#pragma once

#include <functional>

#include "kernel/kernel.h"
#include "machine/target.h"
#include "support/goal.h"

namespace hlo2cpp {

// Estimated cycles of a kernel in its best form on the target.
using CycleEstimate = std::function<double(const Kernel&)>;

// The estimate for stages before `arrange`: the least of `cycles` and those of minimal filtering, if this may be used.
CycleEstimate with_winograd(const CycleEstimate& cycles, const Target& target, const Goal& goal);

// Calls of such convolutions become loops over strips of tiles. The arrays are flat.
void use_winograd(Kernels& kernels, const Target& target, const CycleEstimate& cycles);

} // namespace hlo2cpp
