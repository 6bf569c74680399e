// Operands that are put into the order of the register tiles before the loops run.
#pragma once

#include "nest/nest.h"
#include "program/emitter.h"

namespace hlo2cpp {

// Builds the copy of the load's elements into the array `scratch` of this type. The emitter's ranges are all points of
// the kernel.
void build_packing(const Packing& packing, Emitter& emitter, const tree::Expression& scratch, ElementType type);

} // namespace hlo2cpp
