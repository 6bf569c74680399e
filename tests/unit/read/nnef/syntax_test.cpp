#include <catch2/catch.hpp>

#include "nnef_text.h"
#include "read/nnef/lexer.h"
#include "read/nnef/parser.h"

namespace hlo2cpp::nnef {
namespace {

using Catch::Matchers::Contains;

std::vector<std::string> words(const std::string& text) {
    const SourceText source{.file = "graph.nnef", .text = text};
    std::vector<std::string> result;
    for (Lexer lexer(source); lexer.token().kind != TokenKind::End;) result.emplace_back(lexer.next().text);
    return result;
}

constexpr const char* kFlat =
    "version 1.0;\ngraph g( x ) -> ( y )\n{\n    x = external<scalar>(shape = [3]);\n    y = %;\n}\n";

std::string flat(const std::string& right) {
    std::string text = kFlat;
    return text.replace(text.find('%'), 1, right);
}

TEST_CASE("words of NNEF are the longest that fit, comments and white space are none", "[nnef]") {
    CHECK(words("a<=b->-1.5e-3 # c <=\r\n[x&&y]!='q r'").size() == 13);
    CHECK(words("a<=b->-1.5e-3 # c") == std::vector<std::string>{"a", "<=", "b", "->", "-", "1.5e-3"});
    CHECK(words("1. 2.e3 'a\"b' \"\"") == std::vector<std::string>{"1.", "2.e3", "a\"b", ""});
}

TEST_CASE("words know their line and column behind any end of line", "[nnef]") {
    const SourceText source{.file = "graph.nnef", .text = "a\n  b\r\n\tc"};
    Lexer lexer(source);
    lexer.next();
    CHECK(lexer.token().place.line == 2);
    CHECK(lexer.token().place.column == 3);
    lexer.next();
    CHECK(lexer.token().place.line == 3);
    CHECK(lexer.token().place.column == 2);
    CHECK(lexer.token().first_on_line);
}

TEST_CASE("version 1.0 with a semicolon is strict, without one it is the provisional text", "[nnef]") {
    const auto document = [](const std::string& text) {
        static SourceText source;
        source = {.file = "graph.nnef", .text = text};
        return parse_document(source);
    };
    const std::string graph = "graph g( x ) -> ( y )\n{\n x = external(shape = [3])\n y = relu(x)\n}";
    CHECK(document("version 1.0 " + graph).provisional);
    CHECK(document("version 0.9; " + graph).provisional);
    CHECK_THAT(complaint("version 1.0; " + graph), Contains("expected ';', but found 'y'"));
}

TEST_CASE("the flat syntax has calls of literals and names, and nothing else", "[nnef]") {
    CHECK_THAT(complaint(flat("pad(x, padding = [(-1,+2)])")), Contains("'+' is an operator"));
    CHECK(complaint(flat("add(x, -1.5)")).empty());
    CHECK_THAT(complaint(flat("add(x, 1.0 + 2.0)")), Contains("KHR_enable_operator_expressions"));
    CHECK_THAT(complaint(flat("-x")), Contains("expected a call of an operation"));
    CHECK_THAT(complaint(flat("relu(x)[0]")), Contains("expected ';'"));
}

TEST_CASE("a comparison of a name with a conversion is no type argument", "[nnef]") {
    CHECK(scalar_of("[for a in [1.0, 3.0], b in [2, 2] yield 5.0 if a < scalar(b) else 7.0][1]") == 7);
}

TEST_CASE("without semicolons a bracket that begins a line begins an assignment", "[nnef]") {
    const std::string text = "version 1.0\ngraph g( x ) -> ( y )\n{\n    x = external(shape = [4])\n    h = x\n"
                             "    [a, b] = split(h, axis = 0, ratios = [1, 1])\n    y = a +\n        b\n}\n";
    CHECK(complaint(text).empty());
}

TEST_CASE("what is nested deeper than anybody writes is refused, and so is what is chained that long", "[nnef]") {
    CHECK_THAT(complaint(graph_text("y = " + std::string(300, '(') + "x" + std::string(300, ')') + ";")),
               Contains("nested"));
    std::string sum = "y = x";
    for (int i = 0; i < 2000; ++i) sum += " + x";
    CHECK_THAT(complaint(graph_text(sum + ";")), Contains("500 operations deep"));
    CHECK_THAT(complaint(graph_text("y = " + std::string(100000, '-') + "x;")), Contains("nested"));
    CHECK_THAT(complaint(graph_text("y = " + std::string(100000, '[') + ";")), Contains("nested"));
}

} // namespace
} // namespace hlo2cpp::nnef
