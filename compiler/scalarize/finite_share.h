// Time that the promise of finite floats would save.
#pragma once

#include <functional>

#include "kernel/kernel.h"
#include "machine/target.h"
#include "support/goal.h"

namespace hlo2cpp {

// Part of its estimated time that a module takes where floats are finite, so that products with a constant 0 are left
// out; 1 where they are, where that saves next to nothing, and for modules that are too large for a filter. `fused`:
// before it is scalarized.
double finite_share(const Kernels& fused, const std::function<double(const Kernel&)>& cycles, const Target& target,
                    const Goal& goal);

} // namespace hlo2cpp
