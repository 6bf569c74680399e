// Operands that are put into the order of the register tiles before the loops run.
#pragma once

#include "program/emitter.h"
#include "tile/loop_nest.h"

namespace hlo2cpp {

// The elements that come before those of the lane block at point zero of it, in an operand packed for blocks of
// `width`: all of `packed[...]` in tile/loop_nest.h but what the lane dimension adds.
Index packed_offset(const Kernel& kernel, const Packing& packing, std::int64_t width);

// Builds the copy of the load's elements into the array `scratch`. The emitter's ranges are all points of the kernel.
void build_packing(const Packing& packing, Emitter& emitter, const tree::Expression& scratch);

} // namespace hlo2cpp
