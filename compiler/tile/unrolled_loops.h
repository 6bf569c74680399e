// Full unrolling of small loops around others of varying length, as over a triangle of a matrix. A compiler that
// unrolls them has the elements of small matrices in registers, and all bounds and subscripts are numbers. A loop of
// constant length gains less than it takes of the flash.
#pragma once

#include "nest/nest.h"

namespace hlo2cpp {

// Requests unrolling of each outermost loop of the module that takes at most `most` statements, written out, and of the
// loops inside it.
void unroll_small_loops(const Kernels& kernels, std::int64_t most, LoopNests& nests);

} // namespace hlo2cpp
