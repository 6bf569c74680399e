// How scarce the arena is where the command line states memories.
#pragma once

#include "driver/compile.h"
#include "kernel/kernel.h"

namespace hlo2cpp {

// The target for `arrange`. With stated memories its arena is scarce beyond them; where that is not enough, steps run
// in bands however small their arrays are. Then the bands do not depend on the memories, so that the size which a
// message names is one that fits.
Target target_within_memory(const Kernels& kernels, const CompileOptions& options);

} // namespace hlo2cpp
