#include <algorithm>

#include <catch2/catch.hpp>

#include "generate/tree_text.h"
#include "program/run_parts.h"

using namespace hlo2cpp;

namespace {

tree::Statement call(const std::string& function, const std::string& argument) {
    return tree::Evaluate{.expression = tree::call(function, {tree::name(argument)})};
}

tree::Statement declared(const std::string& name) {
    return tree::Declare{.type = tree::value_type(ElementType::F32), .name = name, .value = tree::name("x")};
}

// "f(x); | g(y);" of parts that are cut in front of each statement where that is possible.
std::string cut(const tree::Statements& statements, const std::vector<std::size_t>& begins) {
    std::string text;
    for (const tree::Statements& part : cut_into_parts(statements, begins)) {
        text += text.empty() ? "" : "| ";
        for (const std::string& line : to_lines(part, "N")) text += line + " ";
    }
    return text;
}

tree::Statement loop(std::int64_t begin, std::int64_t end, std::int64_t step, tree::Statements body) {
    return tree::For{.type = tree::value_type(ElementType::S32),
                     .name = "i",
                     .begin = tree::integer(begin),
                     .end = tree::integer(end),
                     .step = step,
                     .body = std::move(body)};
}

// What chooses among the parts, and how many calls run all of them.
std::string chosen(std::vector<tree::Statements> parts) {
    const RunParts result = choose_part(std::move(parts), {"f", "g"});
    std::string text = std::to_string(result.calls) + ": ";
    for (const std::string& line : to_lines(result.statements, "N")) text += line + " ";
    text.erase(std::unique(text.begin(), text.end(), [](char a, char b) { return a == ' ' && b == ' '; }), text.end());
    return text;
}

} // namespace

TEST_CASE("run is cut where its steps begin", "[run_parts]") {
    CHECK(cut({call("f", "x"), call("g", "x"), call("h", "x")}, {0, 1, 2}) == "f(x); | g(x); | h(x); ");
    CHECK(cut({call("f", "x"), call("g", "x"), call("h", "x")}, {0, 2}) == "f(x); g(x); | h(x); ");
    CHECK(cut({call("f", "x")}, {0, 0, 1, 1}) == "f(x); "); // steps without statements
    CHECK(cut_into_parts({}, {0}).size() == 1);
}

TEST_CASE("no variable of run lives in two parts", "[run_parts]") {
    CHECK(cut({declared("a"), call("f", "x"), call("g", "a"), call("h", "x")}, {0, 1, 2, 3}) ==
          "float a = x; f(x); g(a); | h(x); ");
    CHECK(cut({declared("a"), call("g", "a"), declared("b"), call("h", "b")}, {0, 1, 2, 3}) ==
          "float a = x; g(a); | float b = x; h(b); ");
    const tree::Statement inside = tree::Block{.body = {call("g", "a")}};
    CHECK(cut({declared("a"), call("f", "x"), inside, call("h", "x")}, {0, 1, 2, 3}) ==
          "float a = x; f(x); {     g(a); } | h(x); ");
}

TEST_CASE("a loop around steps runs a round a call", "[run_parts]") {
    CHECK(chosen({{call("f", "x")}, {tree::Comment{"rows"}, loop(0, 5, 2, {call("g", "i")})}, {call("f", "y")}}) ==
          "5: const int32_t round1_ = clamp_index_s32(step_ - 1, 0, 2); // case 1 is a loop, of which a call runs one "
          "round "
          "const int32_t part1_ = step_ - round1_; switch (part1_) { case 0: { f(x); break; } "
          "case 1: { // rows const int32_t i = round1_ * 2; g(i); break; } default: { f(y); break; } } ");
    CHECK_THAT(chosen({{loop(6, 1, -2, {call("f", "i")})}}),
               Catch::StartsWith("3: ") && Catch::Contains("i = 6 + round0_ * -2;"));
}

TEST_CASE("a loop that computes values itself, keeps some, or runs on threads is one call", "[run_parts]") {
    const tree::Statement adds = loop(0, 9, 1, {call("other", "i")}), kept = loop(0, 9, 1, {call("f", "a")});
    CHECK_THAT(chosen({{adds}}), Catch::StartsWith("1: "));
    CHECK_THAT(chosen({{declared("a"), kept}}), Catch::StartsWith("1: "));
    CHECK_THAT(chosen({{kept, call("f", "x")}}), Catch::StartsWith("1: "));
    tree::Statement parallel = kept;
    std::get<tree::For>(parallel.node).parallel = true;
    CHECK_THAT(chosen({{parallel}}), Catch::StartsWith("1: "));
}
