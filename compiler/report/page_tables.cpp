// Flash by weight, steps by work.
#include <algorithm>
#include <numeric>
#include <span>

#include "report/page_parts.h"
#include "report/table.h"
#include "support/checked.h"

namespace hlo2cpp {
namespace {

using Kind = HtmlTable::Kind;

constexpr std::size_t kMostSteps = 600; // rows of all steps; more are bundled

std::string shapes_text(const StepCost& step) {
    std::string shapes;
    for (const std::string& shape : step.shapes) shapes += (shapes.empty() ? "" : ", ") + shape;
    return html_text(shapes, 80);
}

// Shapes, and the bytes that it gives to other devices.
std::string made_text(const StepCost& step) {
    const std::string sent = step.bytes_sent > 0 ? ", sends " + with_thousands(step.bytes_sent) + " bytes" : "";
    return shapes_text(step) + sent;
}

std::int64_t all_operations(const StepCost& step) {
    return step.operations.all();
}

std::string work_text(const StepCost& step) {
    return with_thousands(step.operations.all()) + (step.loop ? " a round" : "");
}

// Steps [first, end) as one row.
void add_steps(HtmlTable& table, const PageData& data, std::size_t first, std::size_t end) {
    const std::span<const StepCost> steps(data.steps.begin() + static_cast<std::ptrdiff_t>(first), end - first);
    const StepCost& step = *std::ranges::max_element(steps, {}, all_operations);
    const std::int64_t live = std::ranges::max_element(steps, {}, &StepCost::bytes_live)->bytes_live;
    std::int64_t work = 0, round_work = 0; // of a call, and of rounds of loops that data ends
    for (const StepCost& one : steps) {
        std::int64_t& sum = one.loop ? round_work : work;
        sum = saturating_add(sum, one.operations.all());
    }
    const std::string both = with_thousands(work) + " and " + with_thousands(round_work) + " a round";
    std::string indent;
    for (int i = 0; i < std::min(step.depth, 8); ++i) indent += "\u2003";
    table.add(
        {std::to_string(first) + (steps.size() > 1 ? "\u2013" + std::to_string(end - 1) : ""),
         described(indent + html_text(step.name, 60) + (steps.size() > 1 ? " and " + others(steps.size() - 1) : ""),
                   made_text(step), origin_text(step)),
         with_thousands(live),
         steps.size() == 1 ? work_text(step)
         : round_work > 0  ? both
                           : with_thousands(work)});
}

std::string all_steps(const PageData& data) {
    const std::size_t bundle = (data.steps.size() + kMostSteps - 1) / kMostSteps;
    HtmlTable table(bundle > 1 ? "Steps as they run, " + std::to_string(bundle) + " a row, named after the heaviest"
                               : "Steps as they run",
                    {{"step", Kind::Number}, {"name"}, {"bytes in use", Kind::Number}, {"operations", Kind::Number}});
    for (std::size_t first = 0; first < data.steps.size(); first += bundle)
        add_steps(table, data, first, std::min(first + bundle, data.steps.size()));
    return html_details("All steps in their order", table.html());
}

} // namespace

std::string page_arguments(const ReportInput& input) {
    HtmlTable table("The arguments of the function, in their order, and the state that it keeps",
                    {{"argument"}, {"use"}, {"bytes", Kind::Number}});
    for (const Argument& argument : input.program.arguments) {
        table.add({described(html_text(argument.name), to_string(argument.shape), html_text(argument.note, 240)),
                   direction_of(argument), with_thousands(memory_bytes(argument.shape))});
    }
    return table.empty() ? "<p>It has no arguments.</p>\n" : table.html();
}

std::string page_weights(const ReportInput& input) {
    const std::vector<NamedConstant>& constants = input.program.constants;
    if (constants.empty()) return "<p>It has no constants.</p>\n";
    std::vector<std::int64_t> bytes;
    for (const NamedConstant& constant : constants)
        bytes.push_back(static_cast<std::int64_t>(constant.literal->bytes.size()));
    const std::vector<std::size_t> order = ranked(bytes);
    const std::int64_t most = bytes[order[0]];
    std::int64_t left = input.program.weights_bytes();
    HtmlTable table("Constant arrays, the largest first: " +
                        counted(static_cast<std::int64_t>(constants.size()), "array", "arrays") + ", " +
                        counted(left, "byte", "bytes"),
                    {{"array"}, {"bytes", Kind::Number}, {"", Kind::Bar}});
    for (std::size_t rank = 0; rank < std::min(order.size(), kMostRanked); ++rank) {
        const NamedConstant& constant = constants[order[rank]];
        left -= bytes[order[rank]];
        const std::string values = html_text(constant.comment, 240);
        table.add({described(html_text(constant.name), to_string(constant.literal->shape), values),
                   with_thousands(bytes[order[rank]]), html_bar(bytes[order[rank]], most)});
    }
    if (order.size() > kMostRanked)
        table.add({others(order.size() - kMostRanked), with_thousands(left), html_bar(left, most)});
    return table.html();
}

std::string page_code(const Measured& measured) {
    std::vector<std::int64_t> bytes;
    for (const Measured::Function& function : measured.functions) bytes.push_back(function.code_bytes);
    std::int64_t left = std::accumulate(bytes.begin(), bytes.end(), std::int64_t{0});
    const std::vector<std::size_t> order = ranked(bytes);
    HtmlTable table(
        "Functions, the largest first: " + counted(static_cast<std::int64_t>(bytes.size()), "function", "functions") +
            ", " + counted(measured.text_bytes, "byte", "bytes") + "; stack with the functions that they call",
        {{"function"}, {"code", Kind::Number}, {"stack", Kind::Number}, {"", Kind::Bar}});
    for (std::size_t rank = 0; rank < std::min(order.size(), kMostRanked); ++rank) {
        const Measured::Function& function = measured.functions[order[rank]];
        left -= function.code_bytes;
        table.add({html_text(function.name), with_thousands(function.code_bytes), with_thousands(function.stack_bytes),
                   html_bar(function.code_bytes, bytes[order[0]])});
    }
    if (order.size() > kMostRanked)
        table.add({others(order.size() - kMostRanked), with_thousands(left), "", html_bar(left, bytes[order[0]])});
    return "<h2>Code by function</h2>\n" + table.html();
}

std::string page_time(const TimeEstimate& time) {
    std::vector<std::int64_t> cycles;
    for (const TimeEstimate::Function& function : time.functions) cycles.push_back(about(function.cycles));
    const std::vector<std::size_t> order = ranked(cycles);
    HtmlTable table("Functions, the slowest first: about " + counted(about(time.cycles), "cycle", "cycles") + " a call",
                    {{"function"}, {"calls", Kind::Number}, {"cycles", Kind::Number}, {"", Kind::Bar}});
    for (std::size_t rank = 0; rank < std::min(order.size(), kMostRanked); ++rank) {
        const TimeEstimate::Function& function = time.functions[order[rank]];
        table.add({html_text(function.name), with_thousands(about(function.calls)), with_thousands(cycles[order[rank]]),
                   html_bar(cycles[order[rank]], cycles[order[0]])});
    }
    if (order.size() > kMostRanked) table.add({others(order.size() - kMostRanked), "", "", ""});
    return "<h2>Time by function</h2>\n" + table.html();
}

std::string page_work(const PageData& data) {
    if (data.steps.empty()) return "<p>It has no steps.</p>\n";
    std::vector<std::int64_t> work;
    for (const StepCost& step : data.steps) work.push_back(step.operations.all());
    const std::vector<std::size_t> order = ranked(work);
    const std::int64_t most = work[order[0]];
    if (most == 0) return "<p>No step computes anything.</p>\n" + all_steps(data);
    HtmlTable table("Operations on elements, the most first: " +
                        counted(static_cast<std::int64_t>(data.steps.size()), "step", "steps"),
                    {{"step", Kind::Number}, {"name"}, {"operations", Kind::Number}, {"", Kind::Bar}});
    std::size_t shown = 0;
    for (; shown < std::min(order.size(), kMostRanked) && work[order[shown]] > 0; ++shown) {
        const StepCost& step = data.steps[order[shown]];
        table.add({std::to_string(order[shown]),
                   described(html_text(step.name, 80), shapes_text(step), origin_text(step)), work_text(step),
                   html_bar(step.operations.all(), most)});
    }
    if (shown < order.size()) {
        const std::int64_t next = work[order[shown]];
        table.add({"", others(order.size() - shown), next > 0 ? "at most " + with_thousands(next) + " each" : "0", ""});
    }
    return table.html() + all_steps(data);
}

} // namespace hlo2cpp
