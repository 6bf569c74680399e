#include <catch2/catch.hpp>

#include "nnef_text.h"
#include "support/diagnostics.h"

namespace hlo2cpp::nnef {
namespace {

using Catch::Matchers::Contains;

double integer_of(const std::string& expression) {
    return scalar_of("scalar(" + expression + ")");
}

TEST_CASE("powers come before products, these before sums; equals go from left to right", "[nnef]") {
    CHECK(integer_of("2 + 3 * 2 ^ 2") == 14);
    CHECK(integer_of("2 ^ 3 ^ 2") == 64);
    CHECK(integer_of("10 - 3 - 2") == 5);
    CHECK(integer_of("7 / 2 * 2") == 6);
    CHECK(integer_of("-2 ^ 2") == 4);
    CHECK(scalar_of("2.0 ^ -1.0") == 0.5);
    CHECK(integer_of("-7 / 2") == -3);
}

TEST_CASE("and and or are of one precedence, and leave out what is not needed", "[nnef]") {
    CHECK(integer_of("integer(true || false && false)") == 0);
    CHECK(integer_of("integer(false && 1 / 0 == 1)") == 0);
    CHECK(integer_of("integer(true || [0][3] == 1)") == 1);
    CHECK(integer_of("1 if 2 in [1, 2] && 3 > 2 else 0") == 1);
}

TEST_CASE("a select evaluates only the arm that it takes", "[nnef]") {
    CHECK(integer_of("1 / 0 if false else 5") == 5);
    CHECK(integer_of("1 if false else 2 if false else 3") == 3);
}

TEST_CASE("arrays and strings are joined, repeated and cut", "[nnef]") {
    CHECK(integer_of("length_of([1, 2] + [3] * 4)") == 6);
    CHECK(integer_of("([1, 2] * 3)[-1]") == 2);
    CHECK(integer_of("length_of([1, 2] * -1)") == 0);
    CHECK(integer_of("[1, 2, 3, 4][1:-1][1]") == 3);
    CHECK(integer_of("length_of([1, 2, 3][2:1])") == 0);
    CHECK(integer_of("integer('a' + 'b' * 2 == 'abb' && 'abc'[1] == 'b' && 'abc'[1:] == 'bc')") == 1);
    CHECK(integer_of("range_of('abc')[2]") == 2);
}

TEST_CASE("comprehensions go through several arrays at once, and leave out what a condition says", "[nnef]") {
    CHECK(integer_of("[for i in [1, 2, 3], j in range_of([7, 7, 7]) if i != 2 yield i * 10 + j][1]") == 32);
    CHECK(integer_of("[for (a, b) in [(1, 2), (3, 4)] yield a * b][1]") == 12);
    CHECK(integer_of("length_of([for i in [] yield 1])") == 0);
}

TEST_CASE("conversions truncate, and print literals", "[nnef]") {
    CHECK(integer_of("integer(2.7) + integer(-2.7) + integer('12') + integer(true)") == 13);
    CHECK(scalar_of("scalar('1.5e1')") == 15);
    CHECK(integer_of("integer(logical('') || logical(0) || logical(0.0))") == 0);
    CHECK(integer_of("integer(string(2.0) == '2.0' && string(3) == '3' && string(true) == 'true')") == 1);
}

TEST_CASE("numbers that are tensors by their type are computed as numbers, and broadcast", "[nnef]") {
    const std::string sum =
        "fragment sum( a: tensor<scalar>, b: tensor<scalar> = 2.0 ) -> ( y: tensor<scalar> )\n{\n    y = a + b;\n}\n";
    CHECK(first_result(graph_text("y = sum(sum(1.0), x);", sum)) == std::vector<double>{4, 5, 6});
    CHECK(first_result(graph_text("y = 2.0;")) == std::vector<double>{2});
}

TEST_CASE("a recursive fragment ends where its condition says", "[nnef]") {
    const std::string fibonacci = "fragment fib( n: integer ) -> ( r: integer )\n{\n"
                                  "    r = fib(n = n - 1) + fib(n = n - 2) if n > 1 else n;\n}\n";
    CHECK(scalar_of("scalar(fib(n = 15))", fibonacci) == 610);
    const std::string deep =
        "fragment deep( n: integer ) -> ( r: integer )\n{\n    r = deep(n = n - 1) if n > 0 else 7;\n}\n";
    CHECK(scalar_of("scalar(deep(n = 250))", deep) == 7);
    CHECK_THAT(complaint(graph_text("y = x * scalar(deep(n = 2000));", deep)), Contains("more than 300 calls deep"));
}

TEST_CASE("errors in fragments say where they were called", "[nnef]") {
    const std::string text =
        graph_text("y = f(x, k = [1]);", "fragment f( x: tensor<scalar>, k: integer[] ) -> ( y: tensor<scalar> )\n{\n"
                                         "    y = x * scalar(k[1]);\n}\n");
    try {
        model_of(text);
        FAIL("accepted");
    } catch (const InputError& error) {
        CHECK(error.diagnostic.place.line == 5);
        CHECK(error.diagnostic.place.column == 20);
        CHECK(error.diagnostic.op_name == "f, called in line 10");
        CHECK_THAT(error.diagnostic.excerpt, Contains("y = x * scalar(k[1]);"));
    }
}

} // namespace
} // namespace hlo2cpp::nnef
