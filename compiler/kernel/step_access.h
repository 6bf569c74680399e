// Values that steps read and write, and the regions of a step.
#pragma once

#include <vector>

#include "kernel/kernel.h"

namespace hlo2cpp {

// Values that a step reads and writes. A while reads its initial values, a conditional its selector, and both read all
// that their regions take from outside.
struct StepAccess {
    std::vector<ValueId> reads, writes; // each once
};

// Accesses of a region's steps, in order, and the values that the region takes from outside, its results included.
struct RegionAccess {
    std::vector<StepAccess> steps;
    std::vector<ValueId> captures;
};

// All values that the step itself names, its results among them: of a loop those that it carries and is bounded by, not
// what its regions take from outside.
std::vector<ValueId> values_of(const StepNode& step);
// Regions that belong to the step: condition and body, or the branches.
std::vector<RegionId> regions_of(const StepNode& step);
// The regions that the entries reach, each before those inside it.
std::vector<RegionId> regions_outside_in(const std::vector<Region>& regions, const std::vector<Entry>& entries);
// The wait that stands right behind the start of its exchange, step `start`; else null.
const HostCall* wait_at_once(const std::vector<StepNode>& steps, std::size_t start);
// Steps that have an effect: host calls, and steps with such a step in their regions.
class StepEffects {
public:
    StepEffects(const std::vector<Region>& regions, const std::vector<Entry>& entries);
    bool of(const StepNode& step) const;

private:
    std::vector<bool> regions_;
};

// Indexed by region.
std::vector<RegionAccess> step_accesses(const Kernels& kernels);
// Values that the owner of a region reads at the region's end. Indexed by region.
std::vector<std::vector<ValueId>> region_results(const Kernels& kernels);

} // namespace hlo2cpp
