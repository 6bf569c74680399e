#include "report/page.h"

#include <algorithm>
#include <numeric>

#include "generate/figures_text.h"
#include "generate/files.h"
#include "program/comments.h"
#include "report/page_parts.h"
#include "report/page_picture.h"
#include "report/table.h"
#include "support/template.h"
#include "support/version.h"

namespace hlo2cpp {
namespace {

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
    const std::int64_t arena = input.plan.arena_bytes(), state = input.program.state_bytes();
    const std::int64_t weights = input.program.weights_bytes(), copied = input.program.copied_bytes();
    all.add("RAM", arena + copied + state,
            state + copied == 0
                ? "bytes of arena"
                : "bytes: " + with_thousands(arena) + " of arena" +
                      (copied > 0 ? ", " + with_thousands(copied) + " of copied weights" : "") +
                      (state > 0 ? ", " + with_thousands(state) + " of state, kept between calls" : ""));
    all.add("Results", input.plan.results_bytes, "bytes, in the caller's memory");
    if (const std::optional<Measured>& measured = input.measured) {
        const std::string by = html_text(measured->name + " " + measured->flags, 300);
        const std::int64_t inside = input.options.weights == WeightsPlace::Inline ? weights - copied : 0;
        const std::int64_t tables = measured->tables_bytes(inside);
        all.add("Flash", weights + tables + measured->text_bytes,
                "bytes: " + with_thousands(weights) + " of weights, " +
                    (tables > 0 ? with_thousands(tables) + " of tables" +
                                      (input.self_test ? " and data of the self-test, " : ", ")
                                : "") +
                    with_thousands(measured->text_bytes) + " of code by " + by);
        std::string outside;
        for (const std::string& function : measured->outside)
            outside += (outside.empty() ? "; without " : ", ") + html_text(function, 60);
        all.add("Stack", measured->stack_bytes, "bytes, by " + by + outside);
    } else {
        all.add("Flash: weights", weights, "bytes");
        all.add("Stack and code", "not measured",
                "--measure does; arrays on the stack take " + counted(locals_bytes(input.program), "byte", "bytes"));
    }
    const std::string call = "operations a call" + std::string(data.work.at_most ? " at most: " : ": ");
    all.add("Work", data.work.fixed.all(),
            call + operations_text(data.work.fixed) +
                (data.work.loops.empty() ? "" : "; and what is in loops that data ends"));
    if (const std::optional<TimeEstimate>& time = input.time)
        all.add("Time", about(time->cycles), "cycles " + html_text(cycles_note(*time), 300));
    return all.text;
}

std::string loop_item(const StepCost& loop, const std::string& what) {
    return "<li>" + described("<b>" + html_text(loop.name, 80) + "</b>: " + what, "", origin_text(loop)) + "</li>\n";
}

std::string list_of(std::vector<std::string> items, const std::string& head, const std::string& style) {
    if (items.empty()) return "";
    if (items.size() > kMostRanked) {
        const std::string more = others(items.size() - kMostRanked);
        items.resize(kMostRanked);
        items.push_back("<li>" + more + "</li>\n");
    }
    std::string text = "<div" + style + ">\n<p>" + head + "</p>\n<ul>\n";
    for (const std::string& item : items) text += item;
    return text + "</ul>\n</div>\n";
}

std::string loops_of_data(const PageData& data) {
    std::vector<std::string> endless, stopped;
    for (const Work::Loop& loop : data.work.loops)
        endless.push_back(loop_item(data.steps[loop.step], operations_text(loop.operations) + " a round"));
    for (const StepCost& step : data.steps)
        if (step.max_trips)
            stopped.push_back(loop_item(step, "at most " + counted(*step.max_trips, "round", "rounds") +
                                                  (step.stopped ? ", then it is stopped" : "")));
    return list_of(std::move(endless), "Time depends on data: no bound is known for the rounds of", " class=\"warn\"") +
           list_of(std::move(stopped), "Time depends on data within bounds: the rounds of", "");
}

} // namespace

std::string counted(std::int64_t count, const std::string& one, const std::string& many) {
    return with_thousands(count) + " " + (count == 1 ? one : many);
}

std::string others(std::size_t count) {
    return counted(static_cast<std::int64_t>(count), "other", "others");
}

std::string described(const std::string& name, const std::string& shape, const std::string& origin) {
    return name + (shape.empty() ? "" : " <span class=\"quiet\">" + shape + "</span>") +
           (origin.empty() ? "" : "<br><span class=\"quiet\">" + origin + "</span>");
}

// Lines may break behind a slash.
std::string origin_text(const StepCost& step) {
    std::string text;
    for (const char c : html_text(comment_origin(main_origin(step)), 240))
        text += c == '/' ? "/<wbr>" : std::string(1, c);
    return text;
}

std::vector<std::size_t> ranked(const std::vector<std::int64_t>& sizes) {
    std::vector<std::size_t> order(sizes.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::stable_sort(order, [&](std::size_t a, std::size_t b) { return sizes[a] > sizes[b]; });
    return order;
}

std::string report_page(const ReportInput& input) {
    constexpr std::size_t kHashDigits = 16;
    const PageData data = page_data(input);
    const std::string hash = input.module.sha256.substr(0, kHashDigits);
    return fill_template(
        "report.html.tmpl",
        {{"name", html_text(input.options.name)},
         {"origin", "Made from module " + html_text(input.module.name) +
                        (hash.empty() ? "" : " (sha256 " + hash + "...)") + ", for " + input.target.name},
         {"figures", figures(input, data)},
         {"loops", loops_of_data(data)},
         {"arguments", page_arguments(input)},
         {"memory", page_memory(input, data)},
         {"weights", page_weights(input)},
         {"time", input.time ? page_time(*input.time) : ""},
         {"code", input.measured ? page_code(*input.measured) : ""},
         {"work", page_work(data)},
         {"command", html_text(command_again(input.options, input.options.all()), 2000)},
         {"version", version()},
         {"wide", std::to_string(wide_width(data))}});
}

} // namespace hlo2cpp
