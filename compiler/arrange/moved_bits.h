// Narrow floats that are only moved.
#pragma once

#include "kernel/kernel.h"

namespace hlo2cpp {

// Numbers of 8 and 16 bits that a kernel moves, and does not compute with, are unsigned integers to it. So they keep
// their bits, where a machine's conversion to f32 and back makes signaling NaNs quiet; and nothing is converted.
void move_as_bits(Kernel& kernel);

} // namespace hlo2cpp
