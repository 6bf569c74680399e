// Copies of a kernel's points in another kernel.
#pragma once

#include "kernel/kernel.h"

namespace hlo2cpp {

// A point of a kernel inside another one.
struct Insertion {
    std::vector<Index> point;          // of the parallel dimensions, in the space of the other kernel
    std::vector<ArgumentId> arguments; // by argument: that of the other kernel; none where nothing refers to it
    ExprId sum;                        // of the reduction's terms, without its initial value
    // Dimensions behind whose end the point may lie: its loads are guarded then, and its outputs have conditions.
    std::vector<std::int64_t> ends = {};
};

// Adds the expressions behind a kernel's sum at a point, and its outputs.
void insert_outputs(const Kernel& from, Kernel& into, const Insertion& how);

} // namespace hlo2cpp
