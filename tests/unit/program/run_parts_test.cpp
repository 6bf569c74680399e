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
