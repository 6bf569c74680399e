// Parallel loops of large kernels, for `Goal::threads`.
#pragma once

#include "nest/nest.h"

namespace hlo2cpp {

// Divides the loops of each kernel that is large enough into as many chunks as there are threads, where no chunk needs
// another one.
void add_parallel_loops(const Kernels& kernels, std::int64_t threads, LoopNests& nests);

} // namespace hlo2cpp
