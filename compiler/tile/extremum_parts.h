// Extrema in parts (ExtremumParts in ops/extremum.h): each accumulator of a vector maximum or minimum is three
// registers if the target has no instruction that treats NaNs and signed zeros as HLO does.
#pragma once

#include "tile/tiling.h"

namespace hlo2cpp {

// True if the kernel's accumulators are kept in parts.
bool is_kept_in_parts(const Kernel& kernel, const Target& target);
// The target with the registers that its parts leave for tiles of this kernel.
Target with_room_for_parts(const Kernel& kernel, Target target);

} // namespace hlo2cpp
