// Trees as C++ text: precedence, parentheses, literals, statements.
#include "generate/tree_text.h"

#include <catch2/catch.hpp>
#include <cstring>

using namespace hlo2cpp;
using tree::Expression;
using tree::Operator;

namespace {

const Expression a = tree::name("a"), b = tree::name("b"), c = tree::name("c");
const tree::Type kInt = tree::value_type(ElementType::S32), kFloat = tree::value_type(ElementType::F32);

Expression n(std::int64_t number) {
    return tree::integer(number);
}

Expression op(Operator which, const Expression& x, const Expression& y) {
    return tree::binary(which, x, y);
}

template <typename T>
Expression literal(ElementType type, T value) {
    std::byte bytes[sizeof value];
    std::memcpy(bytes, &value, sizeof value);
    return tree::literal(type, bytes);
}

tree::Statement set(const Expression& target, const Expression& value) {
    return tree::Assign{.target = target, .value = value};
}

std::string text(tree::Statements statements) {
    std::string lines;
    for (const std::string& line : to_lines(statements, "M")) lines += line + "\n";
    return lines;
}

} // namespace

TEST_CASE("parentheses stand where the tree needs them, and not elsewhere") {
    CHECK(to_text(tree::add(tree::multiply(a, b), c)) == "a * b + c");
    CHECK(to_text(tree::multiply(tree::add(a, b), c)) == "(a + b) * c");
    CHECK(to_text(tree::subtract(tree::subtract(a, b), c)) == "a - b - c");
    CHECK(to_text(tree::subtract(a, tree::subtract(b, c))) == "a - (b - c)");
    CHECK(to_text(tree::add(a, tree::add(b, c))) == "a + (b + c)"); // floats: another result
    CHECK(to_text(op(Operator::Divide, a, tree::multiply(b, c))) == "a / (b * c)");
    CHECK(to_text(op(Operator::Remainder, op(Operator::Divide, a, b), c)) == "a / b % c");
    CHECK(to_text(tree::less(tree::add(a, b), c)) == "a + b < c");
    CHECK(to_text(tree::logical_and(tree::less(a, b), tree::equal(b, c))) == "a < b && b == c");
}

TEST_CASE("parentheses that compilers ask for") {
    CHECK(to_text(tree::logical_or(tree::logical_and(a, b), c)) == "(a && b) || c");
    CHECK(to_text(op(Operator::Or, op(Operator::And, a, b), c)) == "(a & b) | c");
    CHECK(to_text(op(Operator::Or, op(Operator::Or, a, b), c)) == "a | b | c");
    CHECK(to_text(op(Operator::And, tree::less(a, b), c)) == "(a < b) & c");
    CHECK(to_text(op(Operator::ShiftLeft, tree::add(a, b), c)) == "(a + b) << c");
    CHECK(to_text(tree::equal(tree::less(a, b), c)) == "(a < b) == c");
}

TEST_CASE("operators in front") {
    CHECK(to_text(tree::minus(a)) == "-a");
    CHECK(to_text(tree::minus(tree::minus(a))) == "-(-a)");
    CHECK(to_text(tree::minus(tree::add(a, b))) == "-(a + b)");
    CHECK(to_text(tree::logical_not(tree::less(a, b))) == "!(a < b)");
    CHECK(to_text(tree::logical_not(tree::logical_not(a))) == "!!a");
    CHECK(to_text(tree::subtract(a, tree::minus(b))) == "a - -b");
    CHECK(to_text(tree::unary(Operator::AddressOf, a)) == "&a");
}

TEST_CASE("choices") {
    CHECK(to_text(tree::conditional(tree::less(a, b), a, b)) == "a < b ? a : b");
    CHECK(to_text(tree::conditional(tree::logical_or(a, b), a, b)) == "(a || b) ? a : b");
    CHECK(to_text(tree::conditional(a, b, tree::conditional(b, a, c))) == "a ? b : (b ? a : c)");
    CHECK(to_text(tree::multiply(tree::conditional(a, b, c), c)) == "(a ? b : c) * c");
}

TEST_CASE("memory, calls and types") {
    CHECK(to_text(tree::subscript(a, tree::add(b, n(1)))) == "a[b + 1]");
    CHECK(to_text(tree::subscript(tree::add(a, b), n(1))) == "(a + b)[1]");
    CHECK(to_text(tree::subscript(tree::subscript(a, b), c)) == "a[b][c]");
    CHECK(to_text(tree::member(a, "x")) == "a->x");
    CHECK(to_text(tree::field(a, "x")) == "a.x");
    CHECK(to_text(tree::call("add", ElementType::S8, {a, n(2)})) == "add_s8(a, 2)");
    CHECK(to_text(tree::cast(ElementType::S32, tree::add(a, b))) == "static_cast<int32_t>(a + b)");
    const tree::Type arena = tree::pointer_to(tree::constant(tree::arena_type(ElementType::F32)));
    CHECK(to_text(tree::cast(arena, a)) == "static_cast<const f32_mem*>(a)");
    const tree::Type vector = tree::vector_type(ElementType::F32, 8);
    CHECK(to_text(tree::vector_at(vector, tree::add(a, n(4)), b)) == "f32x8_at(a + 4)[b]");
    CHECK(to_text(tree::vector_to(vector, a, n(0))) == "f32x8_to(a)[0]");
    CHECK(to_text(tree::vector_zero(vector)) == "f32x8{}");
    CHECK(to_text(tree::string("f32")) == "\"f32\"");
}

TEST_CASE("literals") {
    CHECK(to_text(n(-3)) == "-3");
    CHECK(to_text(n(INT64_C(1) << 40)) == "INT64_C(1099511627776)");
    CHECK(to_text(literal(ElementType::F32, 1.0f)) == "1.0f");
    CHECK(to_text(literal(ElementType::F32, 0.1f)) == "0.1f");
    CHECK(to_text(literal(ElementType::F32, -0.0f)) == "-0.0f");
    CHECK(to_text(literal(ElementType::F64, 1e300)) == "1e+300");
    CHECK(to_text(literal(ElementType::Pred, std::uint8_t{1})) == "true");
    CHECK(to_text(literal(ElementType::U64, UINT64_MAX)) == "UINT64_C(18446744073709551615)");
    const std::uint16_t one = 0x3f80;
    std::byte bf16[2];
    std::memcpy(bf16, &one, 2);
    CHECK(to_text(tree::literal(ElementType::BF16, bf16)) == "1.0f");          // as a value
    CHECK(to_text(tree::memory_literal(ElementType::BF16, bf16)) == "0x3f80"); // as it lies in memory
    CHECK(to_text(tree::nan(ElementType::F32)) == "__builtin_nanf(\"\")");
    CHECK(to_text(tree::subtract(a, n(-3))) == "a - -3");
}

TEST_CASE("declarations and assignments") {
    CHECK(text({tree::Declare{.type = tree::constant(kInt), .name = "x", .value = n(1), .comment = "one"}}) ==
          "const int32_t x = 1; // one\n");
    CHECK(text({tree::Declare{.type = kFloat, .name = "acc", .sizes = {4, 2}}}) == "float acc[4][2];\n");
    CHECK(text({tree::Assign{.target = a, .value = b, .assignment = tree::Assignment::Add}}) == "a += b;\n");
    CHECK(text({tree::Evaluate{.expression = tree::call("f", {a, b})}}) == "f(a, b);\n");
    CHECK(text({tree::Block{.comment = "r", .body = {set(a, b)}}}) == "{ // r\n    a = b;\n}\n");
    CHECK(text({tree::Block{.comment = "r,\ns", .body = {set(a, b)}}}) == "// r,\n// s\n{\n    a = b;\n}\n");
    CHECK(text({tree::Comment{"one\ntwo"}}) == "// one\n// two\n");
}

TEST_CASE("loops") {
    const tree::Statement body = set(a, b);
    const auto loop = [&](std::int64_t begin, std::int64_t end, std::int64_t step) {
        return tree::For{.type = kInt, .name = "i", .begin = n(begin), .end = n(end), .step = step, .body = {body}};
    };
    CHECK(text({loop(0, 9, 1)}) == "for (int32_t i = 0; i < 9; ++i) {\n    a = b;\n}\n");
    CHECK(text({loop(0, 9, 3)}) == "for (int32_t i = 0; i < 9; i += 3) {\n    a = b;\n}\n");
    CHECK(text({loop(8, 0, -1)}) == "for (int32_t i = 8; i >= 0; --i) {\n    a = b;\n}\n");
    CHECK(text({loop(8, 0, -2)}) == "for (int32_t i = 8; i >= 0; i -= 2) {\n    a = b;\n}\n");
    tree::For unrolled = loop(0, 4, 1);
    unrolled.unroll = 4;
    CHECK(text({unrolled}) == "M_UNROLL(4)\nfor (int32_t i = 0; i < 4; ++i) {\n    a = b;\n}\n");
    unrolled.unroll = 0, unrolled.rolled = true;
    CHECK(text({unrolled}) == "M_ROLLED\nfor (int32_t i = 0; i < 4; ++i) {\n    a = b;\n}\n");
    CHECK(text({tree::While{.test = tree::less(a, b), .body = {body}}}) == "while (a < b) {\n    a = b;\n}\n");
    CHECK(text({tree::While{.body = {tree::If{.test = a, .body = {tree::Break{}}}}}}) ==
          "for (;;) {\n    if (a) break;\n}\n");
}

TEST_CASE("choices between statements") {
    const tree::Statement x = set(a, n(1)), y = set(a, n(2)), z = set(a, n(3));
    CHECK(text({tree::If{.test = a, .body = {x}}}) == "if (a) {\n    a = 1;\n}\n");
    CHECK(text({tree::If{.test = a, .body = {x}, .otherwise = {y}}}) ==
          "if (a) {\n    a = 1;\n} else {\n    a = 2;\n}\n");
    const tree::Statement inner = tree::If{.test = b, .body = {y}, .otherwise = {z}};
    CHECK(text({tree::If{.test = a, .body = {x}, .otherwise = {inner}}}) ==
          "if (a) {\n    a = 1;\n} else if (b) {\n    a = 2;\n} else {\n    a = 3;\n}\n");
    CHECK(text({tree::Switch{.selector = a, .cases = {{x}, {y}}}}) ==
          "switch (a) {\n    case 0: {\n        a = 1;\n        break;\n    }\n"
          "    default: {\n        a = 2;\n        break;\n    }\n}\n");
}

TEST_CASE("functions") {
    tree::Type from = tree::pointer_to(tree::constant(tree::memory_type(ElementType::F32)));
    from.alone = true;
    const tree::Function f{.comment = "What it does.",
                           .name = "f",
                           .parameters = {{.type = from, .name = "x"}, {.type = kInt, .name = "k", .used = false}},
                           .body = {tree::Return{}}};
    CHECK(to_text(f, "M", "M_STEP ") ==
          "// What it does.\nM_STEP void f(const float* __restrict x, int32_t /*k*/) noexcept {\n    return;\n}");
}
