#include "report/inspect.h"

#include <algorithm>
#include <array>
#include <map>

#include "generate/figures_text.h"
#include "program/parameter_names.h"
#include "report/table.h"

namespace hlo2cpp {
namespace {

using Align = Table::Align;

constexpr std::size_t kLongestCell = 60;

std::string shortened(const std::string& text, std::size_t limit) {
    return text.size() <= limit ? text : text.substr(0, limit - 3) + "...";
}

std::string leaf_name(const Module& module, std::size_t parameter) {
    const Computation& entry = module.entry_computation();
    if (parameter >= entry.parameters.size() || !entry.parameters[parameter].valid()) return {};
    return printable(name_of_parameter(entry[entry.parameters[parameter]]), kLongestCell);
}

std::string alias_text(const Module& module, std::int64_t result) {
    for (const Alias& alias : module.aliases)
        if (alias.output_leaf == result) return "written into parameter " + std::to_string(alias.parameter_leaf);
    return {};
}

std::string with_comma(const std::string& text, const std::string& more) {
    return more.empty() ? text : text + ", " + more;
}

std::string memory_text(const Shape& array) {
    return array.is_unbounded() ? "?" : with_thousands(memory_bytes(array));
}

std::string arguments_text(const Module& module) {
    Table table({{""}, {""}, {""}, {"", Align::Right}, {""}});
    std::size_t number = 0;
    for (std::size_t i = 0; i < module.parameter_shapes.size(); ++i)
        for_each_leaf(module.parameter_shapes[i], [&](const Shape& leaf) {
            table.add({"in " + std::to_string(number++), leaf_name(module, i), to_string(leaf, true), memory_text(leaf),
                       with_comma("bytes", padding_text(leaf))});
        });
    number = 0;
    for_each_leaf(module.result_shape, [&](const Shape& leaf) {
        const std::string alias = alias_text(module, static_cast<std::int64_t>(number));
        table.add({"out " + std::to_string(number++), "", to_string(leaf, true), memory_text(leaf),
                   with_comma(with_comma("bytes", padding_text(leaf)), alias)});
    });
    return table.empty() ? "    no arguments and no results\n" : table.text();
}

std::string histogram_text(const Module& module) {
    std::array<std::int64_t, 256> counts{};
    std::int64_t total = 0;
    for (const Computation& computation : module.computations)
        for (const Instruction& instruction : computation.instructions) {
            ++counts[static_cast<std::size_t>(instruction.opcode)];
            ++total;
        }
    std::vector<std::size_t> opcodes;
    for (std::size_t i = 0; i < counts.size(); ++i)
        if (counts[i] > 0) opcodes.push_back(i);
    std::ranges::stable_sort(opcodes, [&](std::size_t a, std::size_t b) { return counts[a] > counts[b]; });
    Table table({{"", Align::Right}, {""}});
    for (const std::size_t opcode : opcodes)
        table.add({with_thousands(counts[opcode]), std::string(name_of(static_cast<Opcode>(opcode)))});
    const auto computations = static_cast<std::int64_t>(module.computations.size());
    return "instructions: " + with_thousands(total) + " in " + with_thousands(computations) +
           (computations == 1 ? " computation\n" : " computations\n") + table.text();
}

template <typename Add>
void add_measured(Add&& add, const Measured& measured) {
    std::string outside;
    for (const std::string& name : measured.outside)
        outside += (outside.empty() ? ", without " : ", ") + printable(name);
    add("stack", measured.stack_bytes,
        "bytes" + outside + "; measured: " + printable(measured.name + " " + measured.flags));
    add("text", measured.text_bytes, "bytes of code");
    add("rodata", measured.rodata_bytes, "bytes of constants, as compiled");
    add("bss", measured.bss_bytes, "bytes of variables, as compiled");
}

std::string loop_text(const StepCost& loop, const std::string& what) {
    const std::string origin = describe_origin(main_origin(loop));
    return "depends on data: " + printable(loop.name, kLongestCell) + ", " + what +
           (origin.empty() ? "" : "; " + shortened(origin, 2 * kLongestCell));
}

// Adds the known work, and the loops that data ends.
void add_work(Table& table, const std::vector<StepCost>& steps) {
    const Work work = total_work(steps);
    table.add({"work", with_thousands(work.fixed.all()),
               std::string("operations on elements") + (work.at_most ? ", at most" : "") +
                   (work.loops.empty() ? "" : ", without those of the loops below")});
    const auto part = [&](std::int64_t number, const char* of) {
        if (number > 0) table.add({"", with_thousands(number), of});
    };
    part(work.fixed.multiply_adds, "of them multiply-adds");
    part(work.fixed.functions, "of them functions and divisions");
    for (const Work::Loop& loop : work.loops)
        table.add({"time", with_thousands(loop.operations.all()), loop_text(steps[loop.step], "operations a round")});
    for (const StepCost& step : steps)
        if (step.max_trips)
            table.add({"time", with_thousands(*step.max_trips),
                       loop_text(step, std::string("rounds at most") +
                                           (step.stopped ? ", then it is stopped (--max-trips)" : ""))});
}

std::string memory_text(const ReportInput& input, const std::vector<StepCost>& steps) {
    Table table({{""}, {"", Align::Right}, {""}});
    const auto add = [&](const char* what, std::int64_t amount, const std::string& note) {
        table.add({what, with_thousands(amount), note});
    };
    add("arena", input.plan.arena_bytes(),
        "bytes of RAM; no order of these steps needs less than " + with_thousands(input.plan.max_live_bytes));
    std::map<std::string, std::int64_t> copied = input.program.weights_by_region();
    for (const MemoryRegion& region : input.plan.regions)
        if (!region.name.empty())
            add("", region.arena_bytes,
                "of them in " + printable(region.name, kLongestCell) + ", beside " +
                    with_thousands(copied[region.name]) + " bytes of constants; its budget is " +
                    with_thousands(region.budget));
    add("results", input.plan.results_bytes, "bytes, in the caller's memory");
    if (input.program.state_bytes() > 0)
        add("state", input.program.state_bytes(), "bytes of RAM, kept from call to call");
    add("weights", input.program.weights_bytes(),
        input.measured ? "bytes of flash" : "bytes of flash, without the code, which is not measured (--measure)");
    if (input.measured)
        add_measured(add, *input.measured);
    else
        add("locals", locals_bytes(input.program), "bytes of arrays on the stack, which is not measured (--measure)");
    add_work(table, steps);
    if (const std::optional<TimeEstimate>& time = input.time) add("cycles", about(time->cycles), cycles_note(*time));
    if (input.program.devices)
        add("sent", total_work(steps).bytes_sent,
            "bytes that a device gives to others in a call, at most" +
                std::string(total_work(steps).loops.empty() ? "" : ", without those of the loops above"));
    const std::string hint = weights_hint(input.kernels, input.program);
    return "needs, on " + input.target.name + ":\n" + table.text() + (hint.empty() ? "" : "    " + hint + "\n");
}

std::string steps_text(const std::vector<StepCost>& steps) {
    Table table({{"step", Align::Right},
                 {"name"},
                 {"writes"},
                 {"bytes live", Align::Right},
                 {"operations", Align::Right},
                 {"from"}});
    std::size_t number = 0;
    for (const StepCost& step : steps) {
        std::string shapes;
        for (const std::string& shape : step.shapes) shapes += (shapes.empty() ? "" : ", ") + shape;
        const std::string origin = describe_origin(main_origin(step));
        const std::string indent(static_cast<std::size_t>(step.depth) * 2, ' ');
        const std::string sent = step.bytes_sent > 0 ? ", sends " + with_thousands(step.bytes_sent) + " bytes" : "";
        table.add({std::to_string(number++), indent + printable(step.name, kLongestCell),
                   shortened(shapes, kLongestCell) + sent, with_thousands(step.bytes_live),
                   with_thousands(step.operations.all()) + (step.loop ? " a round" : ""),
                   shortened(origin, 2 * kLongestCell)});
    }
    return table.empty() ? "steps: none\n" : "steps:\n" + table.text();
}

} // namespace

std::string inspect_module(const Module& module, const std::string& path) {
    return "module " + printable(module.name) + ", from " + path + "\n\narguments and results:\n" +
           arguments_text(module) + "\n" + histogram_text(module);
}

std::string inspect_compiled(const ReportInput& input) {
    const std::vector<StepCost> steps = list_steps(input.kernels, input.schedule, input.plan);
    return memory_text(input, steps) + "\n" + steps_text(steps);
}

std::string inspect_problems(const Diagnostics& diagnostics, const std::string& path) {
    const std::size_t count = diagnostics.errors().size();
    return "cannot be compiled, for " + with_thousands(static_cast<std::int64_t>(count)) +
           (count == 1 ? " reason:\n" : " reasons:\n") + diagnostics.render(path, count);
}

} // namespace hlo2cpp
