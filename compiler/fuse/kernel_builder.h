// Builds the kernel of one stored instruction, with all that is computed inside it.
#pragma once

#include <functional>
#include <vector>

#include "ir/module.h"
#include "kernel/kernel.h"

namespace hlo2cpp {

// What the builder asks of the surroundings.
struct KernelSurroundings {
    const Module& module;
    const Computation& computation;
    // The stored value of an instruction (one a leaf), or none where it is to be computed on the spot.
    std::function<ValueId(InstructionId)> stored_value;
};

// The kernel whose outputs are the leaves of `root`, written to `outputs` (an invalid id: that leaf is not needed).
Kernel build_kernel(const KernelSurroundings& surroundings, InstructionId root, const std::vector<ValueId>& outputs);

// The kernel of a dynamic-update-slice that writes only the slice: `array` holds the other elements.
Kernel build_update_kernel(const KernelSurroundings& surroundings, InstructionId root, ValueId array, ValueId output);

} // namespace hlo2cpp
