#include "report/page.h"

#include <algorithm>
#include <numeric>
#include <span>

#include "generate/template.h"
#include "program/comments.h"
#include "report/html.h"
#include "report/page_data.h"
#include "report/page_picture.h"
#include "report/table.h"
#include "support/checked.h"

namespace hlo2cpp {
namespace {

using Kind = HtmlTable::Kind;

constexpr std::size_t kMostShown = 20;    // rows of a table that ranks
constexpr std::size_t kMostBuffers = 600; // rows of all buffers
constexpr std::size_t kMostSteps = 600;   // rows of all steps; more are bundled

std::string counted(std::int64_t count, const std::string& one, const std::string& many) {
    return with_thousands(count) + " " + (count == 1 ? one : many);
}
std::string bytes_text(std::int64_t count) {
    return counted(count, "byte", "bytes");
}
std::int64_t size_of(const auto& list) {
    return static_cast<std::int64_t>(list.size());
}

std::string others(std::size_t count) {
    return counted(static_cast<std::int64_t>(count), "other", "others");
}

// Lines may break behind a slash.
std::string origin_text(const StepCost& step) {
    std::string text;
    for (const char c : html_text(comment_origin(main_origin(step)), 240))
        text += c == '/' ? "/<wbr>" : std::string(1, c);
    return text;
}

std::string step_text(const PageData& data, std::optional<std::size_t> step) {
    return step ? std::to_string(*step) + " " + html_text(data.steps[*step].name, 60) : "";
}

// A name, its shape, and below them in a quiet line where it comes from.
std::string described(const std::string& name, const std::string& shape, const std::string& origin) {
    return name + (shape.empty() ? "" : " <span class=\"quiet\">" + shape + "</span>") +
           (origin.empty() ? "" : "<br><span class=\"quiet\">" + origin + "</span>");
}

// The numbers 0, 1, ... of a list, the largest first; equal ones as they stand.
std::vector<std::size_t> ranked(std::size_t count, const auto& size) {
    std::vector<std::size_t> order(count);
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::stable_sort(order, [&](std::size_t a, std::size_t b) { return size(a) > size(b); });
    return order;
}

class Figures {
public:
    void add(const char* what, std::int64_t amount, const std::string& note) {
        add(what, with_thousands(amount), note);
    }
    void add(const char* what, const std::string& amount, const std::string& note) {
        text +=
            std::string("<div><dt>") + what + "</dt><dd><b>" + amount + "</b><span>" + note + "</span></dd></div>\n";
    }
    std::string text;
};

std::string figures(const ReportInput& input, const PageData& data) {
    Figures all;
    all.add("RAM: arena", input.plan.arena_bytes, "bytes");
    if (input.program.state_bytes() > 0)
        all.add("RAM: state", input.program.state_bytes(), "bytes, kept between calls");
    all.add("Results", input.plan.results_bytes, "bytes, in the caller's memory");
    all.add("Flash: weights", input.program.weights_bytes(), "bytes");
    if (const std::optional<Measured>& measured = input.measured) {
        const std::string by = html_text(measured->name + " " + measured->flags, 300);
        all.add("Flash: code", measured->text_bytes, "bytes, by " + by);
        all.add(
            "Stack", measured->stack_bytes,
            "bytes, by " + by +
                (measured->outside.empty()
                     ? ""
                     : "; without what is outside: " +
                           html_text(std::accumulate(
                                         measured->outside.begin() + 1, measured->outside.end(), measured->outside[0],
                                         [](const std::string& a, const std::string& b) { return a + ", " + b; }),
                                     300)));
    } else {
        all.add("Stack and code", "not measured",
                "--measure does; arrays on the stack take " + bytes_text(locals_bytes(input.program)));
    }
    const bool endless = std::ranges::any_of(data.loops, [](const PageLoop& loop) { return loop.rounds < 0; });
    all.add("Work", data.work,
            endless ? "multiply-adds a call, and what is in loops that data ends" : "multiply-adds a call");
    return all.text;
}

std::string endless_loops(const PageData& data) {
    std::string items;
    std::size_t count = 0;
    for (const PageLoop& loop : data.loops)
        if (loop.rounds < 0 && ++count <= kMostShown)
            items += "<li>" +
                     described("<b>" + html_text(loop.name, 80) +
                                   "</b>: " + counted(loop.work, "multiply-add", "multiply-adds") + " a round",
                               "", html_text(loop.origin, 240)) +
                     "</li>\n";
    if (count == 0) return "";
    if (count > kMostShown) items += "<li>" + others(count - kMostShown) + "</li>\n";
    return "<div class=\"warn\">\n<p>How long it runs depends on data: nothing bounds the rounds of</p>\n<ul>\n" +
           items + "</ul>\n</div>\n";
}

// Buffers that are alive at the peak, the largest first.
std::vector<std::size_t> peak_buffers(const PageData& data) {
    std::vector<std::size_t> alive = ranked(data.buffers.size(), [&](std::size_t i) { return data.buffers[i].size; });
    std::erase_if(alive, [&](std::size_t i) { return !data.at_peak(data.buffers[i]); });
    return alive;
}

std::string peak_sentence(const ReportInput& input, const PageData& data, std::size_t alive) {
    const std::int64_t bytes = data.live[static_cast<std::size_t>(data.peak)];
    const std::optional<std::size_t> step = data.step_at(data.peak);
    std::string text = "<p>Most is in use while step " + step_text(data, step) + " runs";
    if (step && !origin_text(data.steps[*step]).empty()) text += " (" + origin_text(data.steps[*step]) + ")";
    text += ": " + bytes_text(bytes) + " in " + counted(static_cast<std::int64_t>(alive), "buffer", "buffers") + ".";
    if (input.plan.arena_bytes > bytes)
        text += " The arena has " + bytes_text(input.plan.arena_bytes - bytes) +
                " more, for alignment and gaps that nothing fits into.";
    if (input.schedule.order == "proved") text += " No other order of these steps needs less.";
    return text + "</p>\n";
}

std::string peak_table(const PageData& data, const std::vector<std::size_t>& alive) {
    HtmlTable table("In use at the peak, the largest first",
                    {{"", Kind::Number}, {"value"}, {"bytes", Kind::Number}, {"", Kind::Bar}});
    const std::int64_t most = data.buffers[alive[0]].size;
    std::int64_t left = data.live[static_cast<std::size_t>(data.peak)];
    for (std::size_t i = 0; i < std::min(alive.size(), kMostShown); ++i) {
        const PageBuffer& buffer = data.buffers[alive[i]];
        left -= buffer.size;
        std::string origin;
        if (buffer.written) origin = "written by step " + std::to_string(*buffer.written);
        if (buffer.written && !origin_text(data.steps[*buffer.written]).empty())
            origin += ", from " + origin_text(data.steps[*buffer.written]);
        table.add({std::to_string(i + 1), described(html_text(buffer.name, 80), buffer.shape, origin),
                   with_thousands(buffer.size), html_bar(buffer.size, most)});
    }
    if (alive.size() > kMostShown)
        table.add({"", others(alive.size() - kMostShown), with_thousands(left), html_bar(left, most)});
    return table.html();
}

std::string buffer_table(const PageData& data) {
    const std::vector<std::size_t> by_size =
        ranked(data.buffers.size(), [&](std::size_t i) { return data.buffers[i].size; });
    std::vector<char> shown(data.buffers.size());
    for (std::size_t i = 0; i < std::min(by_size.size(), kMostBuffers); ++i) shown[by_size[i]] = 1;
    const std::int64_t hidden = size_of(data.buffers) - std::accumulate(shown.begin(), shown.end(), std::int64_t{0});
    HtmlTable table("Bytes of the arena, and the steps between which a buffer holds them" +
                        (hidden > 0 ? ", without the " + with_thousands(hidden) + " smallest" : std::string()),
                    {{"value"},
                     {"first byte", Kind::Number},
                     {"bytes", Kind::Number},
                     {"first step", Kind::Number},
                     {"last step", Kind::Number}});
    for (std::size_t i = 0; i < shown.size(); ++i) {
        if (shown[i] == 0) continue;
        const PageBuffer& buffer = data.buffers[i];
        const std::string more = buffer.more > 0 ? "and " + others(buffer.more) + " in the same bytes" : "";
        table.add({described(html_text(buffer.name, 80), buffer.shape, more), with_thousands(buffer.offset),
                   with_thousands(buffer.size), std::to_string(data.step_at(buffer.first).value_or(0)),
                   std::to_string(data.step_at(buffer.last).value_or(0))});
    }
    return html_details("All buffers, as a table", table.html());
}

std::string memory(const ReportInput& input, const PageData& data) {
    if (data.buffers.empty()) return "<p>It needs no arena: all it computes goes to its results at once.</p>\n";
    const std::vector<std::size_t> alive = peak_buffers(data);
    std::vector<std::size_t> numbered = alive;
    numbered.resize(std::min(numbered.size(), kMostShown));
    const std::string wide =
        "<input type=\"checkbox\" id=\"wide\"> <label for=\"wide\">wide, to scroll through</label>\n";
    return peak_sentence(input, data, alive.size()) +
           "<p class=\"quiet\"><span class=\"key peak\"></span> in use at the peak, numbered as in the table &nbsp; "
           "<span class=\"key\"></span> at other times</p>\n" +
           wide + arena_picture(data, input.plan.arena_bytes, numbered) + peak_table(data, alive) + buffer_table(data);
}

std::string weights(const ReportInput& input) {
    const std::vector<NamedConstant>& constants = input.program.constants;
    if (constants.empty()) return "<p>It has no constants.</p>\n";
    const auto bytes = [&](std::size_t i) { return static_cast<std::int64_t>(constants[i].literal->bytes.size()); };
    const std::vector<std::size_t> order = ranked(constants.size(), bytes);
    const std::int64_t most = bytes(order[0]);
    std::int64_t left = input.program.weights_bytes();
    HtmlTable table("Constant arrays, the largest first: " + counted(size_of(constants), "array", "arrays") + ", " +
                        bytes_text(left),
                    {{"array"}, {"bytes", Kind::Number}, {"", Kind::Bar}});
    for (std::size_t rank = 0; rank < std::min(order.size(), kMostShown); ++rank) {
        const NamedConstant& constant = constants[order[rank]];
        left -= bytes(order[rank]);
        std::string values;
        for (const std::string& value : constant.values)
            values += (values.empty() ? "of the module: " : ", ") + html_text(value, 60);
        table.add({described(html_text(constant.name), to_string(constant.literal->shape), values),
                   with_thousands(bytes(order[rank])), html_bar(bytes(order[rank]), most)});
    }
    if (order.size() > kMostShown)
        table.add({others(order.size() - kMostShown), with_thousands(left), html_bar(left, most)});
    return table.html();
}

std::string shapes_text(const StepCost& step) {
    std::string shapes;
    for (const std::string& shape : step.shapes) shapes += (shapes.empty() ? "" : ", ") + shape;
    return html_text(shapes, 80);
}

std::string work_text(const PageStep& step) {
    return with_thousands(step.work) + (step.endless ? " a round" : "");
}

// Steps [first, end) as one row.
void add_steps(HtmlTable& table, const PageData& data, std::size_t first, std::size_t end) {
    const std::span<const PageStep> steps(data.steps.begin() + static_cast<std::ptrdiff_t>(first), end - first);
    const PageStep& step = *std::ranges::max_element(steps, {}, &PageStep::work);
    const std::int64_t live = std::ranges::max_element(steps, {}, &StepCost::bytes_live)->bytes_live;
    std::int64_t work = 0;
    for (const PageStep& one : steps) work = checked_add(work, one.work).value_or(INT64_MAX);
    std::string indent;
    for (int i = 0; i < std::min(step.depth, 8); ++i) indent += "\u2003";
    table.add(
        {std::to_string(first) + (steps.size() > 1 ? "\u2013" + std::to_string(end - 1) : ""),
         described(indent + html_text(step.name, 60) + (steps.size() > 1 ? " and " + others(steps.size() - 1) : ""),
                   shapes_text(step), origin_text(step)),
         with_thousands(live), with_thousands(work)});
}

std::string all_steps(const PageData& data) {
    const std::size_t bundle = (data.steps.size() + kMostSteps - 1) / kMostSteps;
    HtmlTable table(
        bundle > 1 ? "Steps as they run, " + std::to_string(bundle) + " a row, named after the heaviest"
                   : "Steps as they run",
        {{"step", Kind::Number}, {"name"}, {"bytes in use", Kind::Number}, {"multiply-adds", Kind::Number}});
    for (std::size_t first = 0; first < data.steps.size(); first += bundle)
        add_steps(table, data, first, std::min(first + bundle, data.steps.size()));
    return html_details("All steps in their order", table.html());
}

std::string work(const PageData& data) {
    if (data.steps.empty()) return "<p>It has no steps.</p>\n";
    const auto amount = [&](std::size_t i) { return data.steps[i].work; };
    const std::vector<std::size_t> order = ranked(data.steps.size(), amount);
    HtmlTable table("Multiply-adds, the most first: " + counted(size_of(data.steps), "step", "steps"),
                    {{"step", Kind::Number}, {"name"}, {"multiply-adds", Kind::Number}, {"", Kind::Bar}});
    std::size_t shown = 0;
    for (; shown < std::min(order.size(), kMostShown) && amount(order[shown]) > 0; ++shown) {
        const PageStep& step = data.steps[order[shown]];
        table.add({std::to_string(order[shown]),
                   described(html_text(step.name, 80), shapes_text(step), origin_text(step)), work_text(step),
                   html_bar(amount(order[shown]), amount(order[0]))});
    }
    if (shown < order.size())
        table.add({"", others(order.size() - shown),
                   amount(order[shown]) > 0 ? "at most " + with_thousands(amount(order[shown])) + " each" : "0", ""});
    return table.html() + all_steps(data);
}

} // namespace

std::string report_page(const ReportInput& input) {
    constexpr std::size_t kHashDigits = 16;
    const PageData data = page_data(input);
    const std::string hash = input.module.sha256.substr(0, kHashDigits);
    return fill_template("report.html.tmpl", {{"name", html_text(input.name)},
                                              {"origin", "Made from module " + html_text(input.module.name) +
                                                             (hash.empty() ? "" : " (sha256 " + hash + "...)") +
                                                             ", for " + input.target.name},
                                              {"figures", figures(input, data)},
                                              {"loops", endless_loops(data)},
                                              {"memory", memory(input, data)},
                                              {"weights", weights(input)},
                                              {"work", work(data)},
                                              {"wide", std::to_string(wide_width(data))}});
}

} // namespace hlo2cpp
