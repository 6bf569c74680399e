// A convolution by Winograd's minimal filtering, see nest/winograd.h.
#pragma once

#include "program/lane_loads.h"

namespace hlo2cpp {

// Context that the parts of a function of one kernel share.
struct NestContext {
    const Kernel& kernel;
    const LoopNest& nest;
    const std::vector<Value>& values; // by argument
    bool wide_index = false;
    const Arithmetic& arithmetic;
    const Pointer& pointer;
    const PackedArray& packed;
    Names& names;
    Blocks& blocks;
};

void build_winograd(const NestContext& context);

} // namespace hlo2cpp
