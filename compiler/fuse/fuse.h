// Fusion: the lowered module becomes kernels. Decides which values are stored and which are computed at their use.
#pragma once

#include "ir/module.h"
#include "kernel/kernel.h"

namespace hlo2cpp {

// A parameter leaf that is kept from call to call, instead of being an argument: the result leaf that is written into
// it is its value in the next call.
struct StateArray {
    std::int64_t parameter_leaf = 0, result_leaf = 0;
    std::string name;   // as the module has it, any bytes
    LiteralPtr initial; // row-major; null: zeros
};

Kernels fuse(const Module& lowered, const std::vector<StateArray>& state = {});

} // namespace hlo2cpp
