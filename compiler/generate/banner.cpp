#include "generate/banner.h"

#include <algorithm>

#include "buffers/step_costs.h"
#include "generate/devices_text.h"
#include "generate/figures_text.h"
#include "program/comments.h"
#include "program/roles.h"

namespace hlo2cpp {
namespace {

constexpr std::size_t kMostSteps = 40;   // in a map
constexpr std::int64_t kMapColumns = 64; // for the whole arena, in all regions

std::string padded(std::string text, std::size_t width) {
    if (text.size() < width) text.append(width - text.size(), ' ');
    return text;
}

// Columns of the map that show the arena of a region, side by side.
struct MapColumns {
    std::size_t region = 0; // its number in the plan
    std::int64_t bytes = 1;
    std::size_t first = 0, width = 0;
};

std::vector<MapColumns> map_columns(const BufferPlan& plan) {
    constexpr std::size_t kFewest = 12; // of a small region beside a large one
    std::vector<MapColumns> columns;
    std::size_t next = 0;
    for (std::size_t r = 0; r < plan.regions.size(); ++r) {
        const MemoryRegion& region = plan.regions[r];
        if (!region.has_arena()) continue;
        const double share = static_cast<double>(region.arena_bytes) / static_cast<double>(plan.arena_bytes());
        const auto width = static_cast<std::size_t>(share * static_cast<double>(kMapColumns));
        columns.push_back({r, region.arena_bytes, next, std::max(width, kFewest)});
        next += columns.back().width + 1;
    }
    return columns;
}

// The line above the map: the name of each region and its bytes; empty where the only region has no name.
std::string map_heading(const BufferPlan& plan) {
    std::string text;
    for (const MapColumns& columns : map_columns(plan)) {
        const MemoryRegion& region = plan.regions[columns.region];
        if (region.name.empty()) return "";
        text = padded(text, columns.first) + (text.size() > columns.first ? " " : "") + region.name + " " +
               std::to_string(region.arena_bytes);
    }
    return text;
}

// One line of the map: [name....] where a buffer is alive.
std::string map_row(const GenerateInput& input, std::int32_t position) {
    const std::vector<MapColumns> regions = map_columns(input.plan);
    std::string row(regions.empty() ? 0 : regions.back().first + regions.back().width, ' ');
    for (const ArenaBuffer& buffer : input.plan.buffers) {
        if (position < buffer.first || position > buffer.last || buffer.size == 0) continue;
        const MapColumns& columns = *std::ranges::find(regions, buffer.region, &MapColumns::region);
        const auto column = [&](std::int64_t offset) {
            return columns.first +
                   static_cast<std::size_t>(static_cast<double>(offset) / static_cast<double>(columns.bytes) *
                                            static_cast<double>(columns.width));
        };
        const std::size_t begin = column(buffer.offset), end = column(buffer.offset + buffer.size);
        if (end < begin + 2) {
            if (begin < row.size() && row[begin] == ' ') row[begin] = '|';
            continue;
        }
        std::string box = "[" + std::string(end - begin - 2, '.') + "]";
        const std::string name = buffer.values.empty() ? "" : identifier(input.schedule[buffer.values[0]].name);
        for (std::size_t i = 0; i < name.size() && i + 2 < box.size(); ++i) box[i + 1] = name[i];
        row.replace(begin, box.size(), box);
    }
    while (row.ends_with(' ')) row.pop_back();
    return row;
}

// C representation of element types that C lacks.
std::string representation_text(const std::vector<Argument>& arguments) {
    const auto has = [&](ElementType type) {
        return std::ranges::any_of(arguments, [&](const Argument& argument) { return argument.shape.type == type; });
    };
    std::string text;
    if (std::ranges::any_of(arguments, [](const Argument& argument) { return argument.shape.dims.size() > 1; }))
        text += "Arrays lie row by row in memory, where the table does not say otherwise. ";
    if (has(ElementType::Pred))
        text +=
            "A pred is a byte, of which 0 is false and all others are true; what is computed is 0 or 1, what is only "
            "moved may stay another. ";
    if (has(ElementType::S2) || has(ElementType::S4) || has(ElementType::U2) || has(ElementType::U4))
        text += "An integer of 2 or 4 bits is a byte, of which only the low bits count; what is computed is the number "
                "itself, what is only moved may keep its upper bits. ";
    if (has(ElementType::F16)) text += "An f16 is the 16 bits of an IEEE binary16. ";
    if (has(ElementType::BF16)) text += "A bf16 is the upper 16 bits of a float. ";
    if (std::ranges::any_of(arguments, [](const Argument& argument) { return is_small_float(argument.shape.type); }))
        text += "An f8 is the byte that has its bits, an f4 the lower four of one. ";
    if (has(ElementType::C64) || has(ElementType::C128)) text += "A complex number is two, the real part first. ";
    return text;
}

std::string sizes_text(const Module& module) {
    if (module.parameter_sizes.empty() && module.result_sizes.empty()) return "";
    return "Of an array with a size only the first so many indices along that dimension are used, in the memory of the "
           "whole array; the others are not looked at, and anything in results. ";
}

bool stops_loops(const GenerateInput& input) {
    return std::ranges::any_of(input.schedule.regions, [](const Region& region) {
        return std::ranges::any_of(region.steps, [](const StepNode& step) {
            const While* loop = std::get_if<While>(&step);
            return loop != nullptr && loop->stopped;
        });
    });
}

// Order of the dimensions in memory, where it is not row by row; dimensions of one element lie in any order.
std::string order_text(const Shape& shape) {
    const std::vector<std::int64_t> order = physical_order(shape);
    std::vector<std::int64_t> longer = order;
    std::erase_if(longer, [&](std::int64_t d) { return shape.dims[static_cast<std::size_t>(d)] == 1; });
    if (std::ranges::is_sorted(longer)) return "";
    if (order.size() == 2) return ", column by column";
    std::string text;
    for (const std::int64_t dim : order) text += (text.empty() ? "" : ", ") + std::to_string(dim);
    return ", its dimensions in the order " + text;
}

} // namespace

std::string argument_table(const std::vector<Argument>& arguments) {
    std::size_t name = 0, shape = 0, bytes = 0;
    for (const Argument& argument : arguments) {
        name = std::max(name, argument.name.size());
        shape = std::max(shape, to_string(argument.shape).size());
        bytes = std::max(bytes, std::to_string(memory_bytes(argument.shape)).size());
    }
    std::string text;
    for (const Argument& argument : arguments) {
        const std::string size = std::to_string(memory_bytes(argument.shape));
        text += "    " + padded(argument.name, name) + "   " + padded(direction_of(argument), 5) + "   " +
                padded(to_string(argument.shape), shape) + "   " + std::string(bytes - size.size(), ' ') + size +
                " bytes   " + argument.note + order_text(argument.shape) + "\n";
    }
    return text.empty() ? "    no arguments\n" : text;
}

std::string argument_promises(const GenerateInput& input) {
    std::string text;
    if (!input.entry_arguments().empty())
        text = "Arguments are aligned to " + input.program.prefix +
               "_ALIGNMENT and do not overlap. \"in\" is only read; \"inout\" holds a result afterwards; \"out\" "
               "serves as memory for other arrays during the call, and is read as well as written. " +
               representation_text(input.program.arguments) + sizes_text(input.module);
    if (stops_loops(input))
        text += input.program.prefix +
                "_TOO_MANY_ROUNDS is returned where the condition of a loop still holds after as many rounds as "
                "--max-trips allows. The loop is left as it is then and all that follows is computed from that: every "
                "result is written, but it is not what the module would give" +
                (input.has_state() ? ", and the state is the next one all the same. " : ". ");
    text += DevicesText(input).promises();
    if (input.has_state())
        text += "Not reentrant: the state is one for the program.";
    else if (input.plan.arena_bytes() > 0)
        text += "Not reentrant: the arena is one for the program.";
    return wrap(text.empty() ? "It computes nothing that needs memory." : text, 112);
}

std::string arena_map(const GenerateInput& input) {
    const BufferPlan& plan = input.plan;
    const std::vector<StepLine>& steps = input.program.lines;
    std::string text = number_of(static_cast<std::int64_t>(steps.size()), "step", "steps") + ", " +
                       number_of(plan.arena_bytes(), "byte", "bytes") + " of arena";
    if (plan.arena_bytes() > 0) {
        text += plan.arena_bytes() == plan.max_live_bytes
                    ? ", all of them in use at once"
                    : ", " + std::to_string(plan.max_live_bytes) + " of them in use at once";
        if (input.schedule.order == "proved") text += "; no other order of these steps needs less";
        text += steps.size() <= kMostSteps ? ".\nWhat lives in it while each step runs:\n\n" : ".";
    }
    if (steps.size() > kMostSteps || plan.arena_bytes() == 0) text += "\n";
    if (steps.size() > kMostSteps || plan.arena_bytes() == 0) return text;
    std::size_t width = 5;
    for (const StepLine& step : steps)
        width = std::max(width, std::min<std::size_t>(step.name.size() + 2 * static_cast<std::size_t>(step.depth), 28));
    if (const std::string heading = map_heading(plan); !heading.empty())
        text += padded("", 4 + 4 + width + 3) + heading + "\n";
    for (std::size_t i = 0; i < steps.size(); ++i) {
        const std::string name = std::string(2 * static_cast<std::size_t>(steps[i].depth), ' ') + steps[i].name;
        text += padded("    " + padded(std::to_string(i), 4) + padded(name.substr(0, 28), width) + "   " +
                           map_row(input, steps[i].position),
                       0);
        text += "\n";
    }
    return text;
}

} // namespace hlo2cpp
