// Identifiers, numbers, comments, sums and templates: the letters of which generated code is made.
#include <catch2/catch.hpp>

#include <cstring>

#include "generate/numbers.h"
#include "generate/text_lines.h"
#include "generate/tree_text.h"
#include "program/affine.h"
#include "program/comments.h"
#include "program/names.h"
#include "support/diagnostics.h"
#include "support/template.h"

using namespace hlo2cpp;

namespace {

template <typename T>
std::string memory_text(ElementType type, T value) {
    std::byte bytes[sizeof value];
    std::memcpy(bytes, &value, sizeof value);
    return memory_literal(type, bytes);
}

template <typename T>
std::string value_text(ElementType type, T value) {
    std::byte bytes[sizeof value];
    std::memcpy(bytes, &value, sizeof value);
    return value_literal(type, bytes);
}

} // namespace

TEST_CASE("any bytes become an identifier", "[generate]") {
    CHECK(identifier("add.3") == "add_3");
    CHECK(identifier("jit(f)/dense__1/") == "jit_f_dense_1");
    CHECK(identifier("") == "v");
    CHECK(identifier("\"; system(\"x\") /*") == "system_x");
    CHECK(identifier("\xff\xfe\n") == "v");
    CHECK(identifier("3x") == "v3x");
    CHECK(identifier("_Bool") == "Bool");
    CHECK(identifier("while") == "while_value");
    CHECK(identifier("expf") == "expf_value");
    CHECK(identifier("INT8_MAX") == "int8_max");
    CHECK(identifier(std::string(10000, 'q')).size() == 40);
}

TEST_CASE("names are unique in a scope and hide none outside", "[generate]") {
    Names outer;
    CHECK(outer.unique("x") == "x");
    CHECK(outer.unique("x") == "x_2");
    Names inner(&outer), other(&outer);
    CHECK(inner.unique("x") == "x_3");
    CHECK(other.unique("x") == "x_3");
    CHECK(inner.unique("y") == "y");
    CHECK(outer.unique("y") == "y");
}

TEST_CASE("floats read back as the same number", "[generate]") {
    CHECK(float_literal(0.1f) == "0.1f");
    CHECK(float_literal(1.0f) == "1.0f");
    CHECK(float_literal(-0.0f) == "-0.0f");
    CHECK(float_literal(1e30f) == "1e+30f");
    CHECK(float_literal(std::numeric_limits<float>::denorm_min()) == "1e-45f");
    CHECK(float_literal(-std::numeric_limits<float>::infinity()) == "-__builtin_inff()");
    CHECK(double_literal(0.1) == "0.1");
    CHECK(memory_text(ElementType::F32, std::uint32_t{0x7fc00000}) == "__builtin_nanf(\"\")");
    CHECK(memory_text(ElementType::F32, std::uint32_t{0xffc00123}) == "-__builtin_nanf(\"0x123\")");
    CHECK(memory_text(ElementType::F32, std::uint32_t{0x7f800001}) == "__builtin_nansf(\"0x1\")");
}

TEST_CASE("integers have a type that holds them", "[generate]") {
    CHECK(memory_text(ElementType::S32, std::numeric_limits<std::int32_t>::min()) == "INT32_MIN");
    CHECK(memory_text(ElementType::S64, std::numeric_limits<std::int64_t>::min()) == "INT64_MIN");
    CHECK(memory_text(ElementType::S64, std::int64_t{-3000000000}) == "-INT64_C(3000000000)");
    CHECK(memory_text(ElementType::U32, std::uint32_t{4294967295}) == "4294967295u");
    CHECK(memory_text(ElementType::U64, ~std::uint64_t{0}) == "UINT64_C(18446744073709551615)");
    CHECK(memory_text(ElementType::U8, std::uint8_t{250}) == "250");
    CHECK(memory_text(ElementType::BF16, std::uint16_t{0x3f80}) == "0x3f80");
    CHECK(value_text(ElementType::BF16, std::uint16_t{0x3f80}) == "1.0f");
    CHECK(value_text(ElementType::F16, std::uint16_t{0xc100}) == "-2.5f");
    CHECK(value_text(ElementType::F16, std::uint16_t{0x0001}) == "5.9604645e-08f");
    CHECK(value_text(ElementType::Pred, std::uint8_t{1}) == "true");
}

TEST_CASE("no name ends a comment or continues its line", "[generate]") {
    CHECK(comment_text("a*/b") == "a* /b");
    CHECK(comment_text("a/*b") == "a/ *b");
    CHECK(comment_text("a\nb") == "a\\x0ab");
    CHECK(comment_text("a\\") == "a\\x5c");
    CHECK(comment_text("a?\?/") == "a? ?/");
    CHECK(comment_text("\xc3\xa9") == "\\xc3\\xa9");
    CHECK(comment_text(std::string(10000, 'x')).size() < 200);
    CHECK(comment_origin({.op_name = "jit(f)/add", .source_file = "/home/me/model.py", .source_line = 3}) ==
          "jit(f)/add, model.py:3");
}

TEST_CASE("sums are written as a person writes an offset", "[generate]") {
    struct Part {
        std::int64_t coefficient;
        const char* name;
        std::int64_t high;
    };
    const auto sum = [](const std::vector<Part>& parts, std::int64_t constant) {
        std::vector<AffineTerm> terms;
        for (const Part& part : parts) terms.push_back({part.coefficient, tree::name(part.name), part.high});
        return to_text(affine_sum(std::move(terms), constant));
    };
    CHECK(sum({}, -3) == "-3");
    CHECK(sum({{1, "i", 9}}, 0) == "i");
    CHECK(sum({{4, "i", 5}, {1, "k", 3}}, 0) == "i * 4 + k");
    CHECK(sum({{24, "i", 5}, {4, "j", 5}, {1, "k", 3}}, 0) == "(i * 6 + j) * 4 + k");
    CHECK(sum({{96, "y", 31}, {96, "ky", 2}, {3, "x", 31}, {3, "kx", 2}, {1, "c", 2}}, -99) ==
          "((y + ky - 1) * 32 + x + kx - 1) * 3 + c");
    CHECK(sum({{-1, "i", 7}}, 7) == "7 - i");
}

TEST_CASE("templates have a value for each hole and a hole for each value", "[generate]") {
    CHECK(fill_text("a @x@ b@y@\n", {{"x", "1"}, {"y", "2"}}) == "a 1 b2\n");
    CHECK(fill_text("  // @x@\n", {{"x", "one\n\ntwo"}}) == "  // one\n  //\n  // two\n");
    CHECK(fill_text("a\n@x@\nb\n", {{"x", ""}}) == "a\nb\n");
    CHECK(fill_text("me@example.org\n", {}) == "me@example.org\n");
    CHECK_THROWS_AS(fill_text("@x@\n", {}), InternalError);
    CHECK_THROWS_AS(fill_text("a\n", {{"x", "1"}}), InternalError);
}

TEST_CASE("long statements are broken at blanks", "[generate]") {
    const std::string argument = "some_argument_of_a_function, ";
    std::string call = "    f(";
    for (int i = 0; i < 9; ++i) call += argument;
    const std::vector<std::string> lines = split_lines(wrap_code(call + "x);"));
    REQUIRE(lines.size() > 1);
    std::string joined = lines[0];
    for (std::size_t i = 1; i < lines.size(); ++i) {
        CHECK(lines[i].size() <= 120);
        CHECK(lines[i].starts_with("            some"));
        joined += " " + lines[i].substr(12);
    }
    CHECK(joined == call + "x);");
}
