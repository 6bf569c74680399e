// Checks of memory regions against their budgets.
#include <set>

#include "buffers/constant_plan.h"
#include "kernel/print.h"
#include "support/checked.h"
#include "support/diagnostics.h"

namespace hlo2cpp {
namespace {

[[noreturn]] void fail_region(const MemoryRegion& region, const std::string& what) {
    throw InternalError("hlo2cpp has a bug: the plan of memory is wrong: region '" + region.name + "' " + what);
}

void check_value(const Schedule& schedule, const BufferPlan& plan, ValueId id) {
    const Location& location = plan[id];
    const Value& value = schedule[id];
    if (location.region >= plan.regions.size()) throw InternalError(print_ref(id) + " is in no memory region");
    const MemoryRegion& region = plan.regions[location.region];
    const std::optional<std::int64_t> end = checked_add(location.offset, value.bytes());
    if (location.offset < 0 || !end || *end > region.arena_bytes)
        fail_region(region, "does not hold " + print_ref(id) + ", which is not inside the arena");
    const std::int64_t natural = is_complex(value.type) ? byte_size(value.type) / 2 : byte_size(value.type);
    if (location.offset % natural != 0 || plan.arena_alignment % natural != 0)
        fail_region(region, "has " + print_ref(id) + ", which is not aligned");
}

} // namespace

void verify_regions(const Schedule& schedule, const BufferPlan& plan) {
    std::set<std::string> names;
    for (const MemoryRegion& region : plan.regions) {
        if (!names.insert(region.name).second) fail_region(region, "is there twice");
        if (region.arena_bytes < 0 || region.arena_bytes > region.budget) fail_region(region, "is above its budget");
    }
    for (std::size_t v = 0; v < plan.locations.size(); ++v)
        if (plan.locations[v].place == Place::Arena) check_value(schedule, plan, ValueId(v));
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
