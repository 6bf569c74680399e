// The values, regions and kernels that `fuse` has made so far.
#pragma once

#include <map>

#include "fuse/kernel_builder.h"

namespace hlo2cpp {

struct FusedKernels {
    Kernels kernels;

    // Leaf `leaf` of the instruction.
    ValueId add_value(ValueKind kind, const Instruction& instruction, std::size_t leaf = 0);
    // Arrays that a kernel computes: of a tuple those whose leaves are read, and none for the others.
    std::vector<ValueId> add_results(const Instruction& instruction, const std::vector<bool>& read);
    // The array of a leaf that a loop carries: it is called like the argument that it starts as, else like the loop.
    ValueId add_carried(const Instruction& loop, std::size_t leaf, ValueId initial);
    // One value for each different constant, however often the module holds it.
    ValueId constant_value(const Instruction& instruction);
    // An integer in place of a leaf.
    ValueId add_number(const Instruction& instruction, std::size_t leaf, std::int64_t number);
    // Adds a leaf that follows the variable of a loop. `counts` by value: a reference into the values would dangle when
    // one is added.
    ValueId add_counter(const Instruction& instruction, std::size_t leaf, Counting counts);
    RegionId add_region(Region region);
    Call add_kernel(BuiltKernel built);

private:
    std::map<const Literal*, ValueId> constants_; // looked up only: their order never shows
};

} // namespace hlo2cpp
