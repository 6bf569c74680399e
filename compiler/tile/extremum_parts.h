// Whether the accumulators of vectors are three each (ExtremumParts in ops/extremum.h): of a maximum or minimum, where
// the target has no instruction that takes NaNs and zeros of either sign as HLO does.
#pragma once

#include "tile/loop_nest.h"

namespace hlo2cpp {

bool is_kept_in_parts(const Kernel& kernel, const Target& target);
// With the registers that there are for tiles of this kernel.
Target with_room_for_parts(const Kernel& kernel, Target target);

} // namespace hlo2cpp
