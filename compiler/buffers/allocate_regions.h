// Regions and offsets for buffers that are alive during intervals: the problem of allocate.h with several memories.
//
//     A buffer lies in one region as a whole. The first regions are the fastest: of the buffers that do not all fit
//     into them, those with the most accesses a byte come first, or those with the most accesses where that puts more
//     of them there. The last region takes the rest, however large it is.
#pragma once

#include "buffers/allocate.h"

namespace hlo2cpp {

struct RegionProblem {
    AllocationProblem all;             // buffers of all regions
    std::vector<double> accesses;      // by buffer; empty: nothing is known of them
    std::vector<std::int64_t> budgets; // by region, bytes
};

struct RegionAllocation {
    std::vector<std::size_t> regions;  // by buffer
    std::vector<std::int64_t> offsets; // by buffer
    std::vector<std::int64_t> heights; // by region; only the last one may be above its budget
    std::int64_t bound = 0;            // of all regions together, see Allocation
};

RegionAllocation allocate_in_regions(const RegionProblem& problem);
// Independent check: empty, or what is wrong in one of the regions.
std::string check_allocation(const RegionProblem& problem, const RegionAllocation& allocation);

} // namespace hlo2cpp
