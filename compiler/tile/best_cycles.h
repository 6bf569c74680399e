// The estimate by which stages before `tile` compare kernels.
#pragma once

#include <functional>

#include "kernel/kernel.h"
#include "machine/target.h"
#include "support/goal.h"

namespace hlo2cpp {

// Estimated cycles of a kernel on flat arrays in its best tiling.
std::function<double(const Kernel&)> kernel_cycles(const Target& target, const Goal& goal);
// Estimated cycles of a sum in its best register tile; infinitely many where there is none.
std::function<double(const Kernel&)> best_cycles(const Target& target, const Goal& goal);

} // namespace hlo2cpp
