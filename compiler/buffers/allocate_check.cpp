#include <algorithm>
#include <map>

#include "buffers/allocate.h"
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

} // namespace hlo2cpp
