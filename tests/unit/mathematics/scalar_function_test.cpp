// Functions of runtime_lib, read as statements.
#include <catch2/catch.hpp>

#include "generate/tree_text.h"
#include "mathematics/scalar_function.h"
#include "support/diagnostics.h"
#include "support/runtime_text.h"
#include "unit/mathematics/every_function.h"

using namespace hlo2cpp;
using tree::Operator;

namespace {

std::string printed(std::string_view text) {
    return to_text(scalar_function(text), "", "");
}

// The text without blanks and parentheses, from its first line of code on.
std::string without_layout(std::string_view text) {
    std::string code(text.substr(text.find("static inline")));
    std::erase_if(code, [](char c) { return std::string_view(" \n()").find(c) != std::string_view::npos; });
    return code;
}

std::string with_body(const std::string& body) {
    return "static inline float f(float x, float* low, uint32_t n) noexcept {\n    " + body + "\n}\n";
}

tree::Expression value_of(const std::string& expression) {
    return std::get<tree::Return>(scalar_function(with_body("return " + expression + ";")).body.at(0).node).value;
}

} // namespace

TEST_CASE("every function that vectors have is read, and printed with all that it says", "[mathematics]") {
    REQUIRE(every_function().size() > 40);
    for (const Intrinsic& mathematics : every_function()) {
        const std::string text = helper_text(scalar_name(mathematics));
        INFO(text);
        CHECK(without_layout(printed(text)) == without_layout(text));
        CHECK(printed(printed(text)) == printed(text));
    }
}

TEST_CASE("operators bind as in C", "[mathematics]") {
    const tree::Expression x = tree::name("x"), n = tree::name("n");
    const auto shift = [](const tree::Expression& a, const tree::Expression& by) {
        return tree::binary(Operator::ShiftLeft, a, by);
    };
    const auto either = [](const tree::Expression& a, const tree::Expression& b) {
        return tree::binary(Operator::Or, a, b);
    };
    CHECK(value_of("x - x - x * x") == tree::subtract(tree::subtract(x, x), tree::multiply(x, x)));
    CHECK(value_of("x - (x - x) * x") == tree::subtract(x, tree::multiply(tree::subtract(x, x), x)));
    CHECK(value_of("-x * -x") == tree::multiply(tree::minus(x), tree::minus(x)));
    CHECK(value_of("n | n << n + n") == either(n, shift(n, tree::add(n, n))));
    CHECK(value_of("n << n == n | n") == either(tree::equal(shift(n, n), n), n));
    CHECK(value_of("x < x ? x : n < n ? x : -x") ==
          tree::conditional(tree::less(x, x), x, tree::conditional(tree::less(n, n), x, tree::minus(x))));
    CHECK(value_of("exp_f32(x, f(n))") == tree::call("exp_f32", {x, tree::call("f", {n})}));
}

TEST_CASE("numbers have the type that their spelling says, and keep it", "[mathematics]") {
    const auto is = [](const char* spelling, ElementType type, double value) {
        const tree::Expression number = value_of(spelling);
        CHECK(number->type == tree::value_type(type));
        CHECK(tree::number_of(number) == value);
        CHECK(to_text(number) == spelling);
    };
    is("1.50e-03f", ElementType::F32, static_cast<double>(1.5e-3f));
    is("0.10", ElementType::F64, 0.1);
    is("31", ElementType::S32, 31);
    is("31u", ElementType::U32, 31);
    is("0x0000000eu", ElementType::U32, 14);
    is("0x00000000e0000000u", ElementType::U64, 3758096384.0);
}

TEST_CASE("comments stay where they are", "[mathematics]") {
    const std::string text = with_body("// The sum.\n    float y = x + x; // twice\n    y *= x;\n    // The result.\n"
                                       "    return y; // of all");
    CHECK(printed("// f\n" + text) + "\n" == text);
}

TEST_CASE("other constructs of C are refused", "[mathematics]") {
    const std::string body = GENERATE(
        "if (x < 1.0f) return x;", "for (;;) return x;", "return;", "return x", "return y;", "return x +;",
        "return x ? x;", "return x +- x;", "return (x;", "return x);", "return low[0];", "return 1f;", "return 1.0g;",
        "return 07fu;", "return 0x123456789u0;", "return 4294967296u;", "return n++;", "return f(x;", "return f();",
        "return (float)x;", "return static_cast<float>(n);", "int32_t i = 0;", "float t[2] = {1.0f, 2.0f};",
        "float a, b;", "static float kept = 1.0f;", "x -= 1.0f;", "x = {};", "{ return x; }", "/* a */ return x;",
        "return x /* a */;", "return x // a\n;", "//\n    return x;", "return x; }", "#define A\n");
    INFO(body);
    CHECK_THROWS_AS(scalar_function(with_body(body)), InternalError);
    for (const char* text :
         {"", "// f\n", "float f(float x) { return x; }", "static inline bool f(float x) noexcept { return x; }",
          "static inline float f() noexcept { return 1.0f; }", "static inline float f(float x) { return x; }",
          "static inline float f(float x) noexcept {"})
        CHECK_THROWS_AS(scalar_function(text), InternalError);
}
