// Builds the kernel of one stored instruction, with all that is computed inside it.
#pragma once

#include <functional>
#include <vector>

#include "ir/module.h"
#include "kernel/kernel.h"

namespace hlo2cpp {

// Facts that the builder needs of the kernel's surroundings.
struct KernelSurroundings {
    const Module& module;
    const Computation& computation;
    const std::vector<Value>& values;
    // The stored value of an instruction (one a leaf), or none if its elements are computed at their uses.
    std::function<ValueId(InstructionId)> stored_value;
};

// A kernel and the call of it that is the step.
struct BuiltKernel {
    Kernel kernel;
    Call call; // its `kernel` is not known yet
};

// The kernel whose outputs are the leaves of `root`, written to `outputs` (an invalid id: that leaf is not needed).
BuiltKernel build_kernel(const KernelSurroundings& surroundings, InstructionId root,
                         const std::vector<ValueId>& outputs);

// The kernel that makes the results of `root` in the place of arrays, or of copies of them; one a leaf.
BuiltKernel build_update_kernel(const KernelSurroundings& surroundings, InstructionId root,
                                const std::vector<ValueId>& arrays, const std::vector<ValueId>& outputs);

// The kernel that sets every element of `output` to a scalar.
BuiltKernel build_fill_kernel(const KernelSurroundings& surroundings, InstructionId scalar, const Instruction& root,
                              ValueId output);

} // namespace hlo2cpp
