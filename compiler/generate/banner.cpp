#include "generate/banner.h"
#include "generate/devices_text.h"

#include <algorithm>

#include "arrange/minimal_filter.h"
#include "buffers/step_costs.h"
#include "generate/self_test_text.h"
#include "program/comments.h"
#include "program/locals.h"
#include "program/roles.h"
#include "support/ascii_case.h"

namespace hlo2cpp {
namespace {

constexpr std::size_t kMostSteps = 40;   // in a map
constexpr std::int64_t kMapColumns = 64; // for the whole arena, in all regions
constexpr std::size_t kLongestFlags = 1000;

std::string counted(std::int64_t count, const char* one, const char* many) {
    return std::to_string(count) + " " + (count == 1 ? one : many);
}

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

// Lines on the measured stack, "stack   208 bytes, measured: ...", and the other measured figures.
std::string measured_text(const Measured& measured) {
    const std::string indent(12, ' ');
    std::string text = counted(measured.stack_bytes, "byte", "bytes") + ", measured: " +
                       wrap(comment_text(measured.name + " " + measured.flags, kLongestFlags), 80, indent);
    if (!measured.outside.empty())
        text += "\n" + indent +
                wrap("without that of functions outside: " + comment_list(measured.outside, measured.outside.size()),
                     80, indent);
    return text + "\n    sizes   " + std::to_string(measured.text_bytes) + " of .text, " +
           std::to_string(measured.rodata_bytes) + " of .rodata, " + counted(measured.bss_bytes, "byte", "bytes") +
           " of .bss";
}

// "while.20, 130 operations a round (jit(f)/while, solver.py:33)"
std::string loop_text(const StepCost& loop, const std::string& what) {
    const std::string origin = comment_origin(main_origin(loop));
    return comment_text(loop.name, 60) + ", " + what + (origin.empty() ? "" : " (" + origin + ")");
}

// Loops whose rounds depend on data, and loops that stop after a maximum of rounds; empty if there are none.
std::string time_text(const std::vector<StepCost>& steps, const Work& work) {
    constexpr std::size_t kMostLoops = 8;
    std::vector<std::string> loops;
    for (const Work::Loop& loop : work.loops)
        loops.push_back(loop_text(steps[loop.step], operations_text(loop.operations) + " a round"));
    for (const StepCost& step : steps)
        if (step.max_trips)
            loops.push_back(loop_text(step, (step.stopped ? "stopped after " : "at most ") +
                                                counted(*step.max_trips, "round", "rounds")));
    std::string text;
    for (std::size_t i = 0; i < std::min(loops.size(), kMostLoops); ++i) text += (i == 0 ? "" : "; ") + loops[i];
    if (loops.size() > kMostLoops) text += "; and " + std::to_string(loops.size() - kMostLoops) + " more";
    if (text.empty()) return "";
    if (!work.loops.empty()) text += ". No bound of their rounds is known: see --max-trips";
    return "\n    time    " + wrap("depends on data: " + text, 96, std::string(12, ' '));
}

std::string estimate_text(const TimeEstimate& time) {
    return "\n    cycles  " +
           wrap("about " + std::to_string(about(time.cycles)) + " " + cycles_note(time) + " (--core)", 96,
                std::string(12, ' '));
}

std::string work_text(const Work& work) {
    return (work.at_most ? "at most " : "") + operations_text(work.fixed) +
           (work.loops.empty() ? "" : " and those of the loops below");
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

constexpr std::size_t kFigureColumns = 92;                 // of a line of figures behind its indentation
constexpr std::string_view kFigureIndent = "            "; // of figures that take more than a line

std::string wrapped(const std::string& text) {
    return wrap(text, kFigureColumns, kFigureIndent);
}

// A line of self-test figures beside the others: "    test    300 bytes of data in flash and 248 bytes of RAM more,
// ...".
std::string self_test_figures(const GenerateInput& input) {
    if (!input.self_test) return "";
    const std::string measured =
        input.measured
            ? "; of the code " + counted(input.measured->self_test_code_bytes, "byte", "bytes") +
                  " are its own, and its stack is " + counted(input.measured->self_test_stack_bytes, "byte", "bytes")
            : "; its code not measured (--measure)";
    return "\n    test    " +
           wrapped(counted(SelfTestText(input).flash_bytes(), "byte", "bytes") + " of data in flash and " +
                   counted(SelfTestText(input).memory_bytes(), "byte", "bytes") + " of RAM more, for " +
                   input.options.name + "_self_test" + measured);
}

bool stops_loops(const GenerateInput& input) {
    return std::ranges::any_of(input.schedule.regions, [](const Region& region) {
        return std::ranges::any_of(region.steps, [](const StepNode& step) {
            const While* loop = std::get_if<While>(&step);
            return loop != nullptr && loop->stopped;
        });
    });
}

// Accuracy class of convolutions by Winograd's minimal filtering.
std::string winograd_text(const std::vector<StepCost>& steps) {
    std::vector<std::string> filters;
    for (const StepCost& step : steps)
        if (step.winograd > 0) filters.push_back(name_of_filter(step.winograd));
    if (filters.empty()) return "";
    const auto count = static_cast<std::int64_t>(filters.size());
    std::ranges::sort(filters);
    filters.erase(std::ranges::unique(filters).begin(), filters.end());
    std::string names;
    for (const std::string& filter : filters) names += (names.empty() ? "" : " and ") + filter;
    return "\n    sums    of " + counted(count, "convolution", "convolutions") + " by Winograd's " + names +
           " (--optimize speed): errors of rounding"
           "\n            up to 5 times those of plain sums; a NaN or an infinity spreads over its tile";
}

// Accuracy class of products that are summed in another way, such as quantised floats as integers.
std::string products_text(const std::vector<std::string>& products, const char* way) {
    const auto count = static_cast<std::int64_t>(products.size());
    if (count == 0) return "";
    return "\n    sums    of " + counted(count, "product", "products") + " " + way +
           "\n            (--optimize speed): errors of rounding as those of plain sums, but other bits";
}

// Accuracy class of floats that are promised to be finite.
std::string finite_text(bool finite) {
    if (!finite) return "";
    return "\n    floats  must be finite (--finite): products with a constant 0 are left out; with a NaN or an infinity"
           "\n            results mean nothing, and a zero may have either sign";
}

// Order of sums, if it is promised.
std::string sums_text(bool deterministic) {
    if (!deterministic) return "";
    return "\n    sums    of the same bits on every machine: in the module's order, product and sum rounded at once; "
           "where"
           "\n            vectors can run along the sum alone, term k is added to lane k mod 8, then"
           "\n            ((l0+l4) + (l2+l6)) + ((l1+l5) + (l3+l7))";
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

// Bytes of the arena by region: " (6144 in dtcm, 512 in sram)".
std::string regions_text(const GenerateInput& input) {
    std::string text;
    for (const MemoryRegion& region : input.plan.arenas())
        if (!region.name.empty())
            text += (text.empty() ? " (" : ", ") + std::to_string(region.arena_bytes) + " in " + region.name;
    return text.empty() ? "" : text + ")";
}

// Constants that have a place in RAM, a line below the bytes of flash.
std::string copied_text(const Program& program) {
    std::string text, macros;
    for (const auto& [region, bytes] : program.weights_by_region()) {
        text += (text.empty() ? "" : ", ") + std::to_string(bytes) +
                (text.empty() ? " of them are copied to " : " to ") + region;
        macros += (macros.empty() ? "" : " and ") + program.prefix + "_WEIGHTS_" + upper_case(region);
    }
    if (text.empty()) return "";
    return "\n" + std::string(kFigureIndent) +
           wrapped(text + " at start, if " + macros + " give them a section in RAM");
}

// The hint on weights, below the bytes of flash.
std::string weights_lines(const GenerateInput& input) {
    const std::string indent(12, ' '), hint = weights_hint(input.kernels, input.program);
    return hint.empty() ? "" : indent + wrap(hint, 80, indent) + "\n";
}

} // namespace

std::string operations_text(const Operations& operations) {
    const auto& [multiply_adds, others, functions] = operations;
    std::string text;
    const auto add = [&](std::int64_t number, const char* one, const char* several) {
        if (number > 0) text += (text.empty() ? "" : ", ") + counted(number, one, several);
    };
    add(multiply_adds, "multiply-add", "multiply-adds");
    add(others, multiply_adds > 0 ? "other operation" : "operation",
        multiply_adds > 0 ? "other operations" : "operations");
    add(functions, "function or division", "functions and divisions");
    return text.empty() ? "moves alone" : text;
}

std::string weights_hint(const Kernels& kernels, const Program& program) {
    constexpr std::int64_t kOfOneProduct = 2, kManyArrays = 16, kLittle = 8; // constants have less than an eighth
    std::int64_t arrays = 0, bytes = 0;
    for (const Argument& argument : program.arguments) {
        if (argument.result || argument.written || argument.state || argument.shape.dims.empty()) continue;
        ++arrays;
        bytes += memory_bytes(argument.shape);
    }
    const bool are_many = arrays > kManyArrays && program.weights_bytes() < bytes / kLittle;
    if (!are_many && (arrays <= kOfOneProduct || !takes_weights(kernels))) return "";
    return "Most of " + std::to_string(arrays) + " arguments, of " + std::to_string(bytes) +
           " bytes, look like weights: --constants FOLDER|FILE.npz puts them into the file (in Python: params=).";
}

std::string figures_text(const GenerateInput& input) {
    const std::optional<Measured>& measured = input.measured;
    const std::int64_t state_bytes = input.program.state_bytes();
    const std::string state = state_bytes > 0 ? ", " + std::to_string(state_bytes) + " of state" : "";
    const std::int64_t copied_bytes = input.program.copied_bytes();
    const std::string copied = copied_bytes > 0 ? ", " + std::to_string(copied_bytes) + " of copied weights" : "";
    const std::string code =
        measured ? ", " + std::to_string(measured->text_bytes) + " of code" : "; code not measured (--measure)";
    const std::vector<StepCost> steps = list_steps(input.kernels, input.schedule, input.plan);
    const Work work = total_work(steps);
    const std::int64_t threads = input.options.goal.threads;
    const std::string chunks =
        threads < 2 ? ""
                    : "\n    threads " + counted(input.program.divided_steps, "step runs", "steps run") + " in " +
                          std::to_string(threads) + " chunks each (--threads), the others in one";
    return "    RAM     " + counted(input.plan.arena_bytes(), "byte", "bytes") + " of arena" + regions_text(input) +
           copied + state + "\n    work    " + work_text(work) + "\n    flash   " +
           counted(input.program.weights_bytes(), "byte", "bytes") + " of weights" + code + copied_text(input.program) +
           "\n" + weights_lines(input) + "    stack   " +
           (measured ? measured_text(*measured)
                     : "not measured (--measure); local arrays are " +
                           counted(locals_bytes(input.program), "byte", "bytes")) +
           chunks + (input.time ? estimate_text(*input.time) : "") + time_text(steps, work) + winograd_text(steps) +
           products_text(input.kernels.quantised_products, "of quantised numbers as integers, times their scales") +
           products_text(input.kernels.scaled_weights, "with the scales behind them in their weights") +
           finite_text(input.options.goal.finite) + sums_text(input.options.goal.in_order) + self_test_figures(input);
}

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
    std::string text = counted(static_cast<std::int64_t>(steps.size()), "step", "steps") + ", " +
                       counted(plan.arena_bytes(), "byte", "bytes") + " of arena";
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
