// The boundary of the module where the arguments of its entry may lie in any order.
#pragma once

#include "ir/module.h"
#include "kernel/kernel.h"

namespace hlo2cpp {

// Gives the parameters and results of the module, from which the kernels come, the layouts that these have now. A
// module that was lowered before keeps those of its own entry.
void set_boundary(Module& module, const Kernels& kernels);

} // namespace hlo2cpp
