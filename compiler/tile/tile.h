// Tiling: loop order, register tile, vectors, packed constants and peeled borders of every kernel, from its shapes and
// the target alone.
#pragma once

#include "nest/nest.h"
#include "support/goal.h"

namespace hlo2cpp {

LoopNests tile(const Kernels& kernels, const Target& target, const Goal& goal = {});

} // namespace hlo2cpp
