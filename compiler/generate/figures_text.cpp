#include "generate/figures_text.h"

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

constexpr std::size_t kFigureColumns = 105;                // of a line of figures
constexpr std::string_view kFigureIndent = "            "; // of figures that take more than a line

std::string wrapped(const std::string& text) {
    return wrap(text, kFigureColumns, kFigureIndent);
}

constexpr std::size_t kLongestFlags = 1000;

// Lines on the measured stack, "stack   208 bytes, measured: ...", and the other measured figures.
std::string measured_text(const Measured& measured) {
    std::string text = number_of(measured.stack_bytes, "byte", "bytes") + ", measured: " +
                       wrap(comment_text(measured.name + " " + measured.flags, kLongestFlags), 80, kFigureIndent);
    if (!measured.outside.empty())
        text += "\n" + std::string(kFigureIndent) +
                wrap("without that of functions outside: " + comment_list(measured.outside, measured.outside.size()),
                     80, kFigureIndent);
    return text + "\n    sizes   " + std::to_string(measured.text_bytes) + " of .text, " +
           std::to_string(measured.rodata_bytes) + " of .rodata, " + number_of(measured.bss_bytes, "byte", "bytes") +
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
                                                number_of(*step.max_trips, "round", "rounds")));
    std::string text;
    for (std::size_t i = 0; i < std::min(loops.size(), kMostLoops); ++i) text += (i == 0 ? "" : "; ") + loops[i];
    if (loops.size() > kMostLoops) text += "; and " + std::to_string(loops.size() - kMostLoops) + " more";
    if (text.empty()) return "";
    if (!work.loops.empty()) text += ". No bound of their rounds is known: see --max-trips";
    return "\n    time    " + wrapped("depends on data: " + text);
}

std::string estimate_text(const TimeEstimate& time) {
    return "\n    cycles  " +
           wrapped("about " + std::to_string(about(time.cycles)) + " " + cycles_note(time) + " (--core)");
}

std::string work_text(const Work& work) {
    return (work.at_most ? "at most " : "") + operations_text(work.fixed) +
           (work.loops.empty() ? "" : ", and what the loops below take");
}

// A line of self-test figures beside the others: "    test    300 bytes of data in flash and 248 bytes of RAM more,
// ...".
std::string self_test_figures(const GenerateInput& input) {
    if (!input.self_test) return "";
    const std::string measured =
        input.measured
            ? "; of the code " + number_of(input.measured->self_test_code_bytes, "byte", "bytes") +
                  " are its own, and its stack is " + number_of(input.measured->self_test_stack_bytes, "byte", "bytes")
            : "; code not measured (--measure)";
    return "\n    test    " +
           wrapped(number_of(SelfTestText(input).flash_bytes(), "byte", "bytes") + " of data in flash and " +
                   number_of(SelfTestText(input).memory_bytes(), "byte", "bytes") + " of RAM more, for " +
                   input.options.name + "_self_test" + measured);
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
    return "\n    sums    of " + number_of(count, "convolution", "convolutions") + " by Winograd's " + names +
           " (--optimize speed): errors of rounding"
           "\n            up to 5 times those of plain sums; a NaN or an infinity spreads over its tile";
}

// Accuracy class of products that are summed in another way, such as quantised floats as integers.
std::string products_text(const std::vector<std::string>& products, const char* way) {
    const auto count = static_cast<std::int64_t>(products.size());
    if (count == 0) return "";
    return "\n    sums    of " + number_of(count, "product", "products") + " " + way +
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
    return "\n" + std::string(kFigureIndent) + wrapped(text + " at start, if they have a section in RAM by " + macros);
}

// The hint on weights, below the bytes of flash.
std::string weights_lines(const GenerateInput& input) {
    const std::string hint = weights_hint(input.kernels, input.program);
    return hint.empty() ? "" : std::string(kFigureIndent) + wrapped(hint) + "\n";
}

} // namespace

std::string number_of(std::int64_t count, const char* one, const char* many) {
    return std::to_string(count) + " " + (count == 1 ? one : many);
}

std::string operations_text(const Operations& operations) {
    const auto& [multiply_adds, others, functions] = operations;
    std::string text;
    const auto add = [&](std::int64_t number, const char* one, const char* several) {
        if (number > 0) text += (text.empty() ? "" : ", ") + number_of(number, one, several);
    };
    add(multiply_adds, "multiply-add", "multiply-adds");
    add(others, multiply_adds > 0 ? "other operation" : "operation",
        multiply_adds > 0 ? "other operations" : "operations");
    add(functions, "function or division", "functions and divisions");
    return text.empty() ? "no arithmetic, only moves" : text;
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
                    : "\n    threads " + number_of(input.program.divided_steps, "step runs", "steps run") + " in " +
                          std::to_string(threads) + " chunks each (--threads), the others in one";
    return "    RAM     " + number_of(input.plan.arena_bytes(), "byte", "bytes") + " of arena" + regions_text(input) +
           copied + state + "\n    work    " + work_text(work) + "\n    flash   " +
           number_of(input.program.weights_bytes(), "byte", "bytes") + " of weights" + code +
           copied_text(input.program) + "\n" + weights_lines(input) + "    stack   " +
           (measured ? measured_text(*measured)
                     : "not measured (--measure); local arrays are " +
                           number_of(locals_bytes(input.program), "byte", "bytes")) +
           chunks + (input.time ? estimate_text(*input.time) : "") + time_text(steps, work) + winograd_text(steps) +
           products_text(input.kernels.quantised_products, "of quantised numbers as integers, times their scales") +
           products_text(input.kernels.scaled_weights, "with the scales behind them in their weights") +
           finite_text(input.options.goal.finite) + sums_text(input.options.goal.in_order) + self_test_figures(input);
}

} // namespace hlo2cpp
