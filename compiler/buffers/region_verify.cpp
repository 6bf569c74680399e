// Checks of memory regions against their budgets.
#include <set>

#include "buffers/constant_plan.h"
#include "support/diagnostics.h"

namespace hlo2cpp {
namespace {

[[noreturn]] void fail_region(const MemoryRegion& region, const std::string& what) {
    throw InternalError("hlo2cpp has a bug: the plan of memory is wrong: region '" + region.name + "' " + what);
}

} // namespace

void verify_budgets(const BufferPlan& plan) {
    std::set<std::string> names;
    for (const MemoryRegion& region : plan.regions) {
        if (!names.insert(region.name).second) fail_region(region, "is there twice");
        if (region.arena_bytes < 0 || region.arena_bytes > region.budget) fail_region(region, "is above its budget");
    }
    for (const ArenaBuffer& buffer : plan.buffers) {
        check_internal(buffer.region < plan.regions.size(), "a buffer is in no region");
        const MemoryRegion& region = plan.regions[buffer.region];
        if (buffer.offset < 0 || buffer.size > region.arena_bytes - buffer.offset)
            fail_region(region, "has not all bytes of a buffer");
        for (const ValueId value : buffer.values)
            if (plan[value] != Location{Place::Arena, buffer.offset, buffer.region})
                fail_region(region, "has a buffer whose value lies elsewhere");
    }
}

void verify_constants(const ConstantPlan& constants, const BufferPlan& plan) {
    std::vector<std::int64_t> left;
    for (const MemoryRegion& region : plan.regions) left.push_back(region.budget - region.arena_bytes);
    for (const ConstantArray& array : constants.arrays) {
        if (!array.region) continue;
        check_internal(*array.region < left.size(), "a constant is in no region");
        left[*array.region] -= array.bytes();
        if (left[*array.region] < 0) fail_region(plan.regions[*array.region], "has no room for its constants");
    }
}

} // namespace hlo2cpp
