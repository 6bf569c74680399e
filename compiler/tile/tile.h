// Tiling: loop order, register tile, vectors, packed constants and peeled borders of every kernel, from its shapes and
// the target alone. With `deterministic`, a sum adds its terms in the module's order, whatever the target. With
// `small_code`, borders are not written out: they are tested for at run time.
#pragma once

#include "tile/loop_nest.h"

namespace hlo2cpp {

LoopNests tile(const Kernels& kernels, const Target& target, bool deterministic, bool small_code = false);

} // namespace hlo2cpp
