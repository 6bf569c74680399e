// Arranging: the same steps in a form that suits the target better.
#pragma once

#include "arrange/winograd.h"
#include "support/goal.h"

namespace hlo2cpp {

// `cycles` of a kernel, and of a sum in register tiles: none where no algorithms are compared.
Kernels arrange(Kernels kernels, const Target& target, const Goal& goal = {}, const CycleEstimate& cycles = {},
                const CycleEstimate& sum_cycles = {});

} // namespace hlo2cpp
