#include "buffers/buffer_plan.h"

#include <algorithm>

#include "buffers/allocate_regions.h"
#include "buffers/scalars.h"
#include "buffers/sharing.h"
#include "buffers/value_accesses.h"
#include "support/checked.h"
#include "support/diagnostics.h"

namespace hlo2cpp {
namespace {

std::int64_t round_up(std::int64_t bytes, std::int64_t alignment) {
    const std::optional<std::int64_t> sum = checked_add(bytes, alignment - 1);
    if (!sum) throw InputError("A buffer of " + std::to_string(bytes) + " bytes is larger than any memory.");
    return *sum / alignment * alignment;
}

// Natural alignment: the size of an element, or of its real part.
std::int64_t natural_alignment(ElementType type) {
    return is_complex(type) ? byte_size(type) / 2 : byte_size(type);
}

Location location_of(const Value& value) {
    switch (value.kind) {
    case ValueKind::Parameter:
    case ValueKind::State: return {Place::Parameter, value.leaf};
    case ValueKind::Result: return {Place::Result, value.leaf};
    case ValueKind::Constant: return {Place::Constant, 0};
    case ValueKind::Counter: return {Place::Counter, 0};
    case ValueKind::Decision: return {Place::Local, 0};
    case ValueKind::Temporary: break;
    }
    return {};
}

// Makes one buffer for each group of values that is in no memory of the caller, and notes locations of the others.
std::vector<ArenaBuffer> arena_buffers(const Schedule& schedule, const Liveness& alive,
                                       const std::vector<std::size_t>& group, std::vector<Location>& locations) {
    std::vector<Location> place(group.size()); // by group: memory of the caller
    for (std::size_t v = 0; v < group.size(); ++v)
        if (schedule.values[v].kind != ValueKind::Temporary) place[group[v]] = location_of(schedule.values[v]);
    std::vector<std::size_t> number(group.size(), group.size());
    std::vector<ArenaBuffer> buffers;
    for (std::size_t v = 0; v < group.size(); ++v) {
        locations.push_back(place[group[v]]);
        const std::vector<Segment>& segments = alive.segments[v];
        if (place[group[v]].place != Place::Nowhere || segments.empty()) continue;
        const auto first = static_cast<std::int32_t>(segments.front().first / 2);
        const auto last = static_cast<std::int32_t>(segments.back().last / 2);
        if (number[group[v]] == group.size()) {
            number[group[v]] = buffers.size();
            buffers.push_back({.size = schedule.values[v].bytes(), .first = first, .last = last});
        }
        ArenaBuffer& buffer = buffers[number[group[v]]];
        buffer.values.push_back(ValueId(v));
        buffer.first = std::min(buffer.first, first);
        buffer.last = std::max(buffer.last, last);
    }
    return buffers;
}

// By buffer; where there is one region, nobody asks for them.
std::vector<double> accesses_of(const BufferPlan& plan, const Kernels& kernels, const LoopNests& nests,
                                const Schedule& schedule) {
    if (plan.regions.size() == 1) return {};
    const std::vector<double> of_value = count_accesses(kernels, nests, schedule).of_value;
    std::vector<double> accesses;
    for (const ArenaBuffer& buffer : plan.buffers) {
        accesses.push_back(0);
        for (const ValueId value : buffer.values) accesses.back() += of_value[value.index()];
    }
    return accesses;
}

// Gives each buffer its region and offset.
void place_buffers(BufferPlan& plan, const std::vector<double>& accesses) {
    RegionProblem problem{.all = {.alignment = plan.arena_alignment}, .accesses = accesses};
    for (const ArenaBuffer& buffer : plan.buffers)
        problem.all.buffers.push_back({round_up(buffer.size, plan.arena_alignment), buffer.first, buffer.last});
    for (const MemoryRegion& region : plan.regions) problem.budgets.push_back(region.budget);
    const RegionAllocation allocation = allocate_in_regions(problem);
    const std::string clash = check_allocation(problem, allocation);
    check_internal(clash.empty(), clash.c_str());
    plan.max_live_bytes = allocation.bound;
    for (std::size_t r = 0; r < plan.regions.size(); ++r) plan.regions[r].arena_bytes = allocation.heights[r];
    for (std::size_t b = 0; b < plan.buffers.size(); ++b) {
        plan.buffers[b].offset = allocation.offsets[b];
        plan.buffers[b].region = allocation.regions[b];
        for (const ValueId value : plan.buffers[b].values)
            plan.locations[value.index()] = {Place::Arena, allocation.offsets[b], allocation.regions[b]};
    }
}

} // namespace

std::int64_t BufferPlan::arena_bytes() const {
    std::int64_t bytes = 0;
    for (const MemoryRegion& region : regions) bytes += region.arena_bytes;
    return bytes;
}

std::vector<MemoryRegion> BufferPlan::arenas() const {
    std::vector<MemoryRegion> arenas;
    std::ranges::copy_if(regions, std::back_inserter(arenas), &MemoryRegion::has_arena);
    return arenas;
}

BufferPlan assign_buffers(const Kernels& kernels, const LoopNests& nests, const Schedule& schedule,
                          std::int64_t alignment, const std::vector<MemoryRegion>& regions) {
    BufferPlan plan;
    if (!regions.empty()) plan.regions = regions;
    const Liveness alive = liveness(kernels.kernels, schedule);
    plan.buffers = arena_buffers(schedule, alive, share(kernels, nests, schedule, alive), plan.locations);
    choose_scalars(kernels, schedule, plan);
    plan.arena_alignment = std::max(plan.arena_alignment, alignment);
    for (const Value& value : schedule.values)
        plan.arena_alignment = std::max(plan.arena_alignment, natural_alignment(value.type));
    for (const LoopNest& nest : nests.nests)
        if (nest.row_copy) plan.arena_alignment = std::max(plan.arena_alignment, RowCopy::kAlignment);

    place_buffers(plan, accesses_of(plan, kernels, nests, schedule));
    for (const Entry& entry : schedule.entries)
        for (const ValueId result : entry.results)
            if (schedule[result].kind == ValueKind::Result) plan.results_bytes += schedule[result].bytes();
    return plan;
}

} // namespace hlo2cpp
