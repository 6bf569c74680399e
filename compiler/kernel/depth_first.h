// The depth-first order of regions: the steps as they stand in the text, a loop's steps once, branches one after the
// other. Live ranges are intervals of its positions.
//
//     0  kernel
//     1  while begins                     3  test of the predicate        6  while ends
//     2      condition's steps            4, 5  body's steps
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "kernel/kernel.h"

namespace hlo2cpp {

// The steps of a module before they are scheduled, as `Kernels` holds them, or afterwards, as `Schedule` does.
struct StepTree {
    std::span<const Value> values;
    std::span<const Region> regions;
    std::span<const Entry> entries;

    template <typename Form>
    StepTree(const Form& form) : values(form.values), regions(form.regions), entries(form.entries) {}

    const Region& operator[](RegionId id) const { return regions[id.index()]; }
};

struct Position {
    enum class Part : std::uint8_t {
        Step,   // a kernel or a copy
        Begin,  // of a while, or of a conditional, whose selector is read here
        Test,   // of a while: the predicate is read
        Branch, // the next branch begins
        End,
    };
    RegionId region; // of the step
    std::int32_t step = 0;
    Part part = Part::Step;
    std::int32_t depth = 0; // of regions around it
    std::int32_t entry = 0; // which it is a step of
};

// Entries one after the other.
std::vector<Position> depth_first(const StepTree& tree);

} // namespace hlo2cpp
