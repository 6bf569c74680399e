// Vectorisation and unrolling of loops of the module: counted loops run in vectors or are unrolled.
#pragma once

#include "nest/nest.h"
#include "support/goal.h"

namespace hlo2cpp {

// Decides them from the nests of the kernels that they call.
void add_module_loops(const Kernels& kernels, const Goal& goal, LoopNests& nests);

} // namespace hlo2cpp
