#include <cstdlib>
#include <fstream>
#include <set>

#include <catch2/catch.hpp>

#include "driver/compile.h"
#include "driver/files.h"
#include "first_difference.h"
#include "read/reader.h"
#include "report/html.h"
#include "report/page.h"
#include "report/page_data.h"
#include "report/table.h"

namespace hlo2cpp {
namespace {

using Catch::Matchers::Contains;

const std::string kGolden = HLO2CPP_SOURCE_DIR "/tests/golden/report";

Module golden_module() {
    return read_module(kGolden + ".hlo");
}

class Compiled {
public:
    explicit Compiled(Module module) {
        options_.target = *find_target("generic");
        options_.generate.name = "filter";
        Diagnostics diagnostics;
        c_ = compile(std::move(module), options_, diagnostics);
        INFO(diagnostics.render("module"));
        REQUIRE_FALSE(diagnostics.has_errors());
    }
    ReportInput input() const {
        return {options_.generate, "balanced", c_.module,       c_.own_results, c_.kernels, c_.schedule,
                c_.plan,           c_.program, options_.target, time,           measured,   c_.self_test};
    }
    std::string page() const { return report_page(input()); }

    std::optional<TimeEstimate> time;
    std::optional<Measured> measured;

private:
    CompileOptions options_;
    Compilation c_;
};

// The tag at `at`, and where it ends.
std::string_view tag_at(std::string_view page, std::size_t at, std::size_t& end) {
    end = page.find('>', at);
    REQUIRE(end != page.npos);
    const std::string_view tag = page.substr(at + 1, end - at - 1);
    return tag.substr(0, tag.find_first_of(" \n"));
}

// Every element that is opened is closed, in order; nothing else has a <.
std::set<std::string, std::less<>> elements_of(std::string_view page) {
    const std::set<std::string, std::less<>> single = {"!DOCTYPE", "meta", "input", "br", "wbr"};
    std::set<std::string, std::less<>> met;
    std::vector<std::string_view> open;
    for (std::size_t at = page.find('<'), end = 0; at != page.npos; at = page.find('<', end)) {
        const std::string_view tag = tag_at(page, at, end);
        if (tag.starts_with('/')) {
            REQUIRE_FALSE(open.empty());
            REQUIRE(std::string(open.back()) == tag.substr(1));
            open.pop_back();
            continue;
        }
        met.emplace(tag);
        if (page[end - 1] != '/' && !single.contains(tag)) open.push_back(tag);
    }
    CHECK(open.empty());
    return met;
}

// A chain of products, each of the one before and of one further back.
std::string many_steps(int count) {
    std::string text = "HloModule many\n\nENTRY main {\n  d0 = f32[16,16] parameter(0)\n";
    for (int i = 1; i <= count; ++i)
        text += "  d" + std::to_string(i) + " = f32[16,16] dot(d" + std::to_string(i - 1) + ", d" +
                std::to_string(std::max(0, i - 1 - i * 7 % 40)) +
                "), lhs_contracting_dims={1}, rhs_contracting_dims={0}, metadata={op_name=\"jit(f)/block/attention/" +
                "dense/dot_general\" source_file=\"model.py\" source_line=" + std::to_string(i) + "}\n";
    return text + "  ROOT r = f32[16,16] negate(d" + std::to_string(count) + ")\n}\n";
}

} // namespace

TEST_CASE("the page of a small module is that of before", "[report]") {
    const char* update = std::getenv("UPDATE_GOLDEN");
    const std::string now = Compiled(golden_module()).page();
    if (update != nullptr && std::string(update) == "1") std::ofstream(kGolden + ".html", std::ios::binary) << now;
    const std::string before = read_file(kGolden + ".html");
    INFO("report.html differs in " << first_difference(now, before) << "\nIf that is wanted: UPDATE_GOLDEN=1");
    CHECK(now == before);
    CHECK(Compiled(golden_module()).page() == now);
}

TEST_CASE("the page says which values are in use at the peak, from which line, and which loops data ends", "[report]") {
    const std::string page = Compiled(golden_module()).page();
    CHECK_THAT(page, Contains("<h1>filter</h1>"));
    CHECK_THAT(page, Contains("Time depends on data: no bound is known for the rounds of") &&
                         Contains("<b>loop</b>: 16 multiply-adds, "));
    CHECK_THAT(page, Contains("operations a call: 16 multiply-adds"));
    CHECK_THAT(page, Contains("Most is in use while step "));
    CHECK_THAT(page, Contains("dot_general, filter.py:12"));
    CHECK_THAT(page, !Contains("somebody")); // a path of the machine that exported it
    CHECK_THAT(page, Contains("not measured"));
}

TEST_CASE("the page is whole: it loads nothing and runs nothing", "[report]") {
    const std::string page = Compiled(golden_module()).page();
    for (const char* text : {"http", "//", "url(", "@import", "<script", "src=", "href=", "<link", "javascript"})
        CHECK_THAT(page, !Contains(text));
    CHECK(std::ranges::all_of(page, [](char c) { return c == '\n' || static_cast<unsigned char>(c) >= ' '; }));
}

TEST_CASE("names from the module are text of the page, never markup", "[report]") {
    const std::string evil = "</script><b>\"'&\x01\xff";
    Module module = golden_module();
    module.name = evil;
    for (Computation& computation : module.computations)
        for (Instruction& instruction : computation.instructions) {
            instruction.name = evil + instruction.name;
            instruction.metadata.op_name = evil;
            instruction.metadata.source_file = evil;
        }
    const std::string page = Compiled(std::move(module)).page();
    CHECK_THAT(page, Contains("&lt;/script&gt;&lt;b&gt;&quot;&#39;&amp;"));
    CHECK_FALSE(elements_of(page).contains("script"));
    CHECK(elements_of(page) == elements_of(Compiled(golden_module()).page()));
}

TEST_CASE("the picture has a title and a description, and all that it shows is in tables", "[report]") {
    const std::string page = Compiled(golden_module()).page();
    CHECK(elements_of(page).contains("svg"));
    CHECK_THAT(page, Contains("role=\"img\" aria-labelledby=\"arena-title arena-text\""));
    CHECK_THAT(page, Contains("<title id=\"arena-title\">") && Contains("<desc id=\"arena-text\">"));
    CHECK_THAT(page, Contains("All buffers, as a table") && Contains("All steps in their order"));
}

TEST_CASE("measured figures are on the page", "[report]") {
    Compiled compiled(golden_module());
    compiled.measured = {.compiler = "g++ (Debian) 12.2.0",
                         .name = "g++ 12.2.0",
                         .flags = "-O2",
                         .stack_bytes = 1208,
                         .chain = {},
                         .outside = {"memcpy", "memset"},
                         .text_bytes = 9001,
                         .rodata_bytes = 0,
                         .bss_bytes = 0,
                         .functions = {{.name = "dense", .code_bytes = 700, .stack_bytes = 64},
                                       {.name = "filter_run", .code_bytes = 8301, .stack_bytes = 1208}}};
    const std::string page = compiled.page();
    const std::string flash = with_thousands(compiled.input().program.weights_bytes() + 9001);
    CHECK_THAT(page, Contains("<b>1,208</b>") && Contains("<b>" + flash + "</b>") && Contains("9,001 of code by g++"));
    CHECK_THAT(page, Contains("memcpy, memset"));
    CHECK_THAT(page, Contains("<td>filter_run</td><td class=\"n\">8,301</td><td class=\"n\">1,208</td>"));
    CHECK_THAT(page, Contains("g++ 12.2.0 -O2") && !Contains("not measured"));
}

TEST_CASE("the page shows estimated cycles, the slowest function first", "[report]") {
    Compiled compiled(golden_module());
    CHECK_THAT(compiled.page(), !Contains("Time by function"));
    compiled.time = TimeEstimate{.clocked = {.core = find_core("cortex-m4"), .megahertz = 168, .text = ""},
                                 .functions = {{"first", 1, 1200}, {"second", 7, 123456}},
                                 .cycles = 124656,
                                 .open = true};
    const std::string page = compiled.page();
    elements_of(page);
    CHECK_THAT(page,
               Contains("125,000") && Contains("cycles on a cortex-m4, 0.742 ms at 168 MHz, estimated; one round"));
    CHECK(page.find("<td>second</td><td class=\"n\">7</td><td class=\"n\">123,000</td>") < page.find("<td>first</td>"));
}

TEST_CASE("the page names arguments, and the command that makes the file again", "[report]") {
    const std::string page = Compiled(golden_module()).page();
    CHECK_THAT(page, Contains("<h2>Arguments and results</h2>") && Contains("<td>out</td>"));
    CHECK_THAT(page, Contains("hlo2cpp compile "));
}

TEST_CASE("the buffers of the page are those of the plan, and the peak is its bound", "[report]") {
    const Compiled compiled(golden_module());
    const ReportInput input = compiled.input();
    const PageData data = page_data(input);
    CHECK(data.live[static_cast<std::size_t>(data.peak)] == input.plan.max_live_bytes);
    for (const PageBuffer& buffer : data.buffers) {
        CHECK(buffer.offset + buffer.size <= input.plan.arena_bytes());
        CHECK(buffer.last < data.end);
        CHECK(buffer.written.has_value());
    }
    REQUIRE(data.loops.size() == 1);
    CHECK(data.loops[0].rounds == -1);
    CHECK(data.loops[0].first < data.loops[0].last);
}

TEST_CASE("a module of 5,000 steps gives a page of less than a megabyte", "[report]") {
    const std::string page = Compiled(read_module_bytes(many_steps(5000))).page();
    CHECK(page.size() < 1'000'000);
    CHECK_THAT(page, Contains("5,00") && Contains("a row, named after the heaviest") && Contains("smallest"));
    elements_of(page);
}

TEST_CASE("a module without arena, constants or steps has a page, too", "[report]") {
    const std::string page =
        Compiled(read_module_bytes("HloModule m\n\nENTRY e {\n  ROOT x = f32[2] parameter(0)\n}\n")).page();
    CHECK_THAT(page, Contains("needs no arena") && Contains("no constants"));
    elements_of(page);
}

} // namespace hlo2cpp
