// Convolutions by Winograd's minimal filtering where that takes fewer cycles, see winograd_plan.h.
#pragma once

#include <functional>

#include "kernel/kernel.h"
#include "machine/target.h"

namespace hlo2cpp {

// Estimated cycles of a kernel in its best form on the target.
using CycleEstimate = std::function<double(const Kernel&)>;

// Calls of such convolutions become loops over strips of tiles. The arrays are flat.
void use_winograd(Kernels& kernels, const Target& target, const CycleEstimate& cycles);

} // namespace hlo2cpp
