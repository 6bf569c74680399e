// The estimated time and code of a loop nest on a target, counted on its statements. `tile` compares candidates by
// these figures alone.
#pragma once

#include "nest/nest.h"

namespace hlo2cpp {

struct Estimate {
    double cycles = 0;
    std::int64_t bytes = 0; // of machine code, if each instruction has four; it compares nests of one kernel
};

// `any_size`: the nest runs in a function whose sizes are arguments, so that no load can hold the distance of two rows
// as an immediate.
Estimate estimate(const Kernel& kernel, const LoopNest& nest, const Target& target, bool any_size = false);

// Elements that a call of a kernel loads from memory and stores there.
struct MemoryAccesses {
    std::vector<double> loads; // by expression: of its array, or of the packed constant that it reads instead
    double stores = 0;         // to the array of each output
    double scratch = 0;        // loads and stores
};

// Elements that registers of a tile hold count once; those that caches hold count each time.
MemoryAccesses count_accesses(const Kernel& kernel, const LoopNest& nest, const Target& target);

} // namespace hlo2cpp
