#include <algorithm>
#include <map>

#include "buffers/allocate_regions.h"
#include "support/checked.h"

namespace hlo2cpp {

std::string check_allocation(const AllocationProblem& problem, const Allocation& allocation) {
    struct Event {
        std::int64_t position;
        bool begins;
        std::size_t buffer;
    };
    if (allocation.offsets.size() != problem.buffers.size()) return "the number of offsets is wrong";
    std::vector<Event> events;
    for (std::size_t b = 0; b < problem.buffers.size(); ++b) {
        const AllocationProblem::Buffer& buffer = problem.buffers[b];
        const std::int64_t offset = allocation.offsets[b];
        const std::optional<std::int64_t> end = checked_add(offset, buffer.size);
        if (offset < 0 || offset % problem.alignment != 0 || !end || *end > allocation.height)
            return "buffer " + std::to_string(b) + " does not lie where it may";
        if (buffer.size == 0) continue;
        events.push_back({buffer.first, true, b});
        events.push_back({buffer.last, false, b});
    }
    // Buffers at one position all begin before any ends.
    std::stable_sort(events.begin(), events.end(), [](const Event& a, const Event& b) {
        return a.position != b.position ? a.position < b.position : a.begins && !b.begins;
    });
    std::map<std::int64_t, std::size_t> alive; // by offset; they are disjoint
    for (const Event& event : events) {
        const std::int64_t offset = allocation.offsets[event.buffer];
        if (!event.begins) {
            alive.erase(offset);
            continue;
        }
        const auto above = alive.lower_bound(offset);
        const auto clash = [&](std::size_t other) {
            return "buffers " + std::to_string(other) + " and " + std::to_string(event.buffer) + " overlap";
        };
        if (above != alive.end() && above->first < offset + problem.buffers[event.buffer].size)
            return clash(above->second);
        if (above != alive.begin()) {
            const auto& [low, other] = *std::prev(above);
            if (low + problem.buffers[other].size > offset) return clash(other);
        }
        alive[offset] = event.buffer;
    }
    return "";
}

std::string check_allocation(const RegionProblem& problem, const RegionAllocation& allocation) {
    const std::size_t buffers = problem.all.buffers.size(), regions = problem.budgets.size();
    if (allocation.regions.size() != buffers || allocation.offsets.size() != buffers ||
        allocation.heights.size() != regions)
        return "the number of regions is wrong";
    std::vector<AllocationProblem> parts(regions, AllocationProblem{.alignment = problem.all.alignment});
    std::vector<Allocation> placed(regions);
    for (std::size_t r = 0; r < regions; ++r) placed[r].height = allocation.heights[r];
    for (std::size_t b = 0; b < buffers; ++b) {
        const std::size_t region = allocation.regions[b];
        if (region >= regions) return "buffer " + std::to_string(b) + " is in no region";
        parts[region].buffers.push_back(problem.all.buffers[b]);
        placed[region].offsets.push_back(allocation.offsets[b]);
    }
    for (std::size_t r = 0; r < regions; ++r) {
        if (r + 1 < regions && allocation.heights[r] > problem.budgets[r]) return "a region is above its budget";
        const std::string fault = check_allocation(parts[r], placed[r]);
        if (!fault.empty()) return "region " + std::to_string(r) + ": " + fault;
    }
    return "";
}

} // namespace hlo2cpp
