#include "buffers/buffer_plan.h"
#include "kernel/print.h"

namespace hlo2cpp {

std::string print(const Kernels&, const Schedule& schedule, const BufferPlan& plan) {
    std::string text = "arena " + std::to_string(plan.arena_bytes()) + " bytes, aligned to " +
                       std::to_string(plan.arena_alignment) + "; alive at once " + std::to_string(plan.max_live_bytes) +
                       "; results " + std::to_string(plan.results_bytes) + "; order " + schedule.order + "\n";
    for (const MemoryRegion& region : plan.regions)
        if (!region.name.empty())
            text += "region " + region.name + ": " + std::to_string(region.arena_bytes) + " bytes of arena, budget " +
                    std::to_string(region.budget) + "\n";
    for (const ArenaBuffer& buffer : plan.buffers) {
        const std::string& region = plan.regions[buffer.region].name;
        text += (region.empty() ? "" : region + " ") + "bytes [" + std::to_string(buffer.offset) + ", " +
                std::to_string(buffer.offset + buffer.size) + ") during [" + std::to_string(buffer.first) + ", " +
                std::to_string(buffer.last) + "]:";
        for (const ValueId value : buffer.values)
            text += " " + print_ref(value) + " " + printable(schedule.values[value.index()].name, 60);
        text += "\n";
    }
    for (std::size_t v = 0; v < plan.locations.size(); ++v) {
        const Location& location = plan.locations[v];
        const ValueKind kind = schedule.values[v].kind;
        if (location.place == Place::Parameter && !is_parameter(schedule.values[v]))
            text += print_ref(ValueId(v)) + " in parameter " + std::to_string(location.offset) + "\n";
        if (location.place == Place::Result && kind != ValueKind::Result)
            text += print_ref(ValueId(v)) + " in result " + std::to_string(location.offset) + "\n";
    }
    return text;
}

} // namespace hlo2cpp
