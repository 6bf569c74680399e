#include "kernel/depth_first.h"
#include "kernel/print.h"

namespace hlo2cpp {

std::string print(const Kernels& kernels, const Schedule& schedule) {
    std::string text = "order: " + schedule.order + "\n";
    const std::vector<Position> positions = depth_first(schedule);
    for (std::size_t p = 0; p < positions.size(); ++p) {
        const Position& position = positions[p];
        std::string line = std::to_string(p);
        line.resize(std::max<std::size_t>(line.size() + 1, 6), ' ');
        line += std::string(2 * static_cast<std::size_t>(position.depth), ' ');
        switch (position.part) {
        case Position::Part::Step:
        case Position::Part::Begin:
            line +=
                print_step(schedule[position.region].steps[static_cast<std::size_t>(position.step)], kernels.kernels);
            break;
        case Position::Part::Test: line += "while it holds"; break;
        case Position::Part::Branch: line += "branch"; break;
        case Position::Part::End: line += "end"; break;
        }
        text += line + "\n";
    }
    for (std::size_t v = kernels.values.size(); v < schedule.values.size(); ++v)
        text += print_ref(ValueId(v)) + ": " + print_value(schedule.values[v]) + "\n";
    for (const Entry& entry : schedule.entries) {
        text += "results";
        for (const ValueId result : entry.results) text += " " + print_ref(result);
        text += "\n";
    }
    return text;
}

} // namespace hlo2cpp
