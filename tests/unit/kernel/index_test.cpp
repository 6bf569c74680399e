// Indices: sums, quotients and remainders mean at every point what they say.
#include "unit/kernel/at_points.h"

#include <catch2/catch.hpp>
#include <random>

#include "ir/shape.h"
#include "kernel/rebuild.h"

using namespace hlo2cpp;

namespace {

IndexSpace space_of(const std::vector<std::int64_t>& sizes) {
    IndexSpace space;
    for (const std::int64_t size : sizes) space.add_dimension(size);
    return space;
}

// Terms in order, each once, none with coefficient 0.
bool canonical(const Index& index) {
    for (std::size_t i = 0; i < index.products.size(); ++i) {
        if (index.products[i].coefficient == 0) return false;
        if (i > 0 && !(index.products[i - 1].term < index.products[i].term)) return false;
    }
    return true;
}

// A sum of dimensions, of quotients and of remainders, with coefficients of both signs.
Index random_index(IndexSpace& space, std::mt19937& random, int depth) {
    const auto below = [&](std::int64_t limit) {
        return static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(limit));
    };
    constexpr std::int64_t factors[] = {-12, -6, -4, -3, -1, 1, 2, 3, 4, 6, 8, 12};
    constexpr std::int64_t divisors[] = {1, 2, 3, 4, 6, 12};
    Index sum = below(30) - 15;
    for (std::int64_t count = 1 + below(3); count > 0; --count) {
        Index part = space.dimension(below(space.dimensions()));
        if (depth > 0 && below(2) == 0) {
            part = random_index(space, random, depth - 1);
            const std::int64_t divisor = divisors[below(6)];
            part = below(2) == 0 ? space.floor_divide(part, divisor) : space.modulo(part, divisor);
        }
        sum = sum + part * factors[below(12)];
    }
    return sum;
}

// The kernel whose only expression is the index as a number; and that of such a kernel.
Kernel numbered(const IndexSpace& space, const Index& index) {
    Kernel kernel{.space = space};
    for (std::int64_t d = 0; d < space.dimensions(); ++d)
        kernel.dims.push_back(space[space.dimension_term(d)].range.size());
    kernel.outputs = {{.expr = kernel.exprs.add({.kind = ExprKind::IndexValue, .index = index})}};
    return kernel;
}
Index number_of(const Kernel& kernel) {
    return kernel.exprs[kernel.outputs[0].expr].index;
}

} // namespace

TEST_CASE("sums are canonical: each term once, in order, equal sums compare equal") {
    const IndexSpace space = space_of({4, 5, 6});
    const Index a = space.dimension(0), b = space.dimension(1), c = space.dimension(2);
    CHECK(c + a + b == a + b + c);
    CHECK(canonical(c + a * -2 + b * 3 + a));
    CHECK((a + b - a) == b);
    CHECK((a - a).is_constant());
    CHECK(a * 0 == Index(0));
    CHECK((a + 3) * -2 == a * -2 - 6);
    CHECK(a * 2 + a * -2 + Index(7) == Index(7));
}

TEST_CASE("a dimension with one point is the number 0") {
    const IndexSpace space = space_of({1, 3});
    CHECK(space.dimension(0) == Index(0));
    CHECK(!space.dimension(1).is_constant());
}

TEST_CASE("equal terms are one term") {
    IndexSpace space = space_of({7});
    const Index d = space.dimension(0);
    CHECK(space.floor_divide(d, 3) == space.floor_divide(d, 3));
    CHECK(space.modulo(d, 3) == space.modulo(d, 3));
    CHECK(space.modulo(d, 3) != space.modulo(d, 4));
    const std::size_t terms = space.term_count();
    space.modulo(d, 3);
    CHECK(space.term_count() == terms);
}

TEST_CASE("quotients and remainders that sizes decide vanish") {
    IndexSpace space = space_of({4, 6});
    const Index a = space.dimension(0), b = space.dimension(1);
    CHECK(space.floor_divide(a * 6 + b, 6) == a);
    CHECK(space.modulo(a * 6 + b, 6) == b);
    CHECK(space.floor_divide(b, 6) == Index(0));
    CHECK(space.modulo(b - 6, 6) == b);
    CHECK(space.floor_divide(b - 6, 6) == Index(-1));
    CHECK(space.floor_divide(a * -6 + b, 6) == a * -1);
    CHECK(space.floor_divide(space.floor_divide(b, 2), 2) == space.floor_divide(b, 4));
    CHECK(space.floor_divide(b * 2, 4) == space.floor_divide(b, 2));
    CHECK(space.floor_divide(b * 2 + 1, 4) == space.floor_divide(b, 2));
    CHECK(space.modulo(space.modulo(a * 6 + b, 12), 4) == space.modulo(a * 6 + b, 4));
}

TEST_CASE("floor_divide and modulo have the value of mathematics at every point, also below zero") {
    const std::vector<std::int64_t> sizes = {3, 4, 5};
    std::mt19937 random(1);
    for (int round = 0; round < 300; ++round) {
        IndexSpace space = space_of(sizes);
        const Index index = random_index(space, random, 2);
        for (const std::int64_t n : {1, 2, 3, 4, 5, 6, 8, 12, 60}) {
            const Index quotient = space.floor_divide(index, n), remainder = space.modulo(index, n);
            bool same = canonical(index) && canonical(quotient) && canonical(remainder);
            for_all_points(sizes, [&](const Point& point) {
                const std::int64_t value = value_at(space, index, point);
                same = same && value_at(space, quotient, point) == floor_of(value, n) &&
                       value_at(space, remainder, point) == value - floor_of(value, n) * n;
            });
            INFO(space.print(index) << " by " << n << " gives " << space.print(quotient) << ", "
                                    << space.print(remainder));
            REQUIRE(same);
        }
    }
}

TEST_CASE("a range holds every value of its index") {
    const std::vector<std::int64_t> sizes = {3, 4, 2};
    std::mt19937 random(2);
    for (int round = 0; round < 300; ++round) {
        IndexSpace space = space_of(sizes);
        const Index index = random_index(space, random, 2);
        const Range range = space.range(index);
        bool inside = true;
        for_all_points(sizes, [&](const Point& point) {
            const std::int64_t value = value_at(space, index, point);
            inside = inside && range.contains(value);
        });
        INFO(space.print(index));
        REQUIRE(inside);
    }
    const IndexSpace space = space_of(sizes);
    CHECK(space.range(space.dimension(0) * -2 + space.dimension(1) + 1) == Range{-3, 5}); // exact for plain sums
}

TEST_CASE("recombine keeps the value, and n * (x / n) + x % n is x") {
    const std::vector<std::int64_t> sizes = {3, 4, 5};
    std::mt19937 random(3);
    for (int round = 0; round < 300; ++round) {
        IndexSpace space = space_of(sizes);
        const Index index = random_index(space, random, 2);
        const Index again = space.recombine(index);
        bool same = canonical(again);
        for_all_points(sizes,
                       [&](const Point& p) { same = same && value_at(space, index, p) == value_at(space, again, p); });
        INFO(space.print(index) << " gives " << space.print(again));
        REQUIRE(same);
        for (const std::int64_t n : {2, 3, 7}) {
            const Index x = space.dimension(0) * 5 + space.dimension(2);
            CHECK(space.recombine(space.floor_divide(x, n) * n + space.modulo(x, n)) == x);
            CHECK(space.recombine(space.floor_divide(x, n) * (-2 * n) - space.modulo(x, n) * 2 + 4) == x * -2 + 4);
        }
    }
}

TEST_CASE("recombine leaves a remainder whose quotient is missing or has another factor") {
    IndexSpace space = space_of({20});
    const Index d = space.dimension(0);
    const Index lone = space.modulo(d, 3);
    CHECK(space.recombine(lone) == lone);
    const Index other = space.floor_divide(d, 3) * 4 + lone;
    CHECK(space.recombine(other) == other);
}

TEST_CASE("linearize numbers the elements of an array in row-major order, delinearize undoes it") {
    for (const std::vector<std::int64_t>& dims :
         std::vector<std::vector<std::int64_t>>{{}, {1}, {7}, {4, 6}, {2, 3, 4}, {1, 5, 1, 2}, {3, 1, 1}}) {
        IndexSpace space = space_of(dims);
        std::vector<Index> index;
        for (std::int64_t d = 0; d < space.dimensions(); ++d) index.push_back(space.dimension(d));
        const Index linear = linearize(space, index, dims);
        std::int64_t next = 0;
        bool in_order = true;
        for_all_points(dims,
                       [&](const Point& point) { in_order = in_order && value_at(space, linear, point) == next++; });
        CHECK(in_order);
        CHECK(delinearize(space, linear, dims) == index);
    }
}

TEST_CASE("a reshape there and back is the identity") {
    const std::vector<std::int64_t> dims = {4, 6};
    for (const std::vector<std::int64_t>& between :
         std::vector<std::vector<std::int64_t>>{{24}, {6, 4}, {3, 8}, {4, 2, 3}, {8, 3}, {1, 24, 1}}) {
        IndexSpace space = space_of(dims);
        const std::vector<Index> index = {space.dimension(0), space.dimension(1)};
        const Index linear = linearize(space, index, dims);
        const std::vector<Index> middle = delinearize(space, linear, between);
        const std::vector<std::int64_t> strides = row_major_strides(between);
        bool same = true;
        for_all_points(dims, [&](const Point& point) {
            std::int64_t element = 0;
            for (std::size_t d = 0; d < between.size(); ++d) {
                const std::int64_t value = value_at(space, middle[d], point);
                same = same && value >= 0 && value < between[d];
                element += value * strides[d];
            }
            same = same && element == value_at(space, linear, point);
        });
        CHECK(same);
        CHECK(linearize(space, middle, between) == linear);
    }
}

TEST_CASE("an address is the same one again after a way through other dimensions, whatever quotients it holds") {
    IndexSpace space = space_of({35});
    Index turned = space.dimension(0);
    for (int turn = 0; turn < 12; ++turn) { // the transpose of 7 rows of 5, read as 7 rows of 5
        const std::vector<Index> at = delinearize(space, turned, {7, 5});
        turned = linearize(space, {at[1], at[0]}, {5, 7});
        for (const std::vector<std::int64_t>& dims : std::vector<std::vector<std::int64_t>>{{5, 7}, {7, 5}, {35}}) {
            const Index again = linearize(space, delinearize(space, turned, dims), dims);
            CHECK(space.print(again) == space.print(turned));
            bool same = true;
            for (std::int64_t i = 0; i < 35; ++i)
                same = same && value_at(space, again, {i}) == value_at(space, turned, {i});
            CHECK(same);
        }
    }
}

TEST_CASE("arrays without elements have indices too") {
    IndexSpace space = space_of({0, 3});
    const Index linear = linearize(space, {space.dimension(0), space.dimension(1)}, {0, 3});
    for (const std::vector<std::int64_t>& dims : std::vector<std::vector<std::int64_t>>{{0, 3}, {3, 0}, {0}, {5, 0, 2}})
        CHECK(delinearize(space, linear, dims).size() == dims.size());
}

TEST_CASE("an index of a kernel with other dimensions has the value at the replaced point") {
    const std::vector<std::int64_t> sizes = {3, 4, 5};
    std::mt19937 random(4);
    for (int round = 0; round < 200; ++round) {
        IndexSpace space = space_of({12, 5});
        const Index index = random_index(space, random, 2);
        const Kernel kernel =
            rebuilt(numbered(space, index),
                    {.dims = sizes, .reduction_dims = {}, .replacement = [](IndexSpace& target) {
                         const Index first = target.dimension(0) * 4;
                         return std::vector{Index(11) - first - target.dimension(1), target.dimension(2)};
                     }});
        const Index replaced = number_of(kernel);
        bool same = canonical(replaced);
        for_all_points(sizes, [&](const Point& p) {
            same = same && value_at(kernel.space, replaced, p) == value_at(space, index, {11 - 4 * p[0] - p[1], p[2]});
        });
        INFO(space.print(index) << " gives " << kernel.space.print(replaced));
        REQUIRE(same);
    }
}

TEST_CASE("a dimension is known again that became a quotient and a remainder of another one") {
    IndexSpace space = space_of({20, 16});
    const Index quotient = space.floor_divide(space.dimension(0) * 16 + space.dimension(1), 64);
    Kernel kernel = rebuilt(numbered(space, quotient),
                            {.dims = {320}, .reduction_dims = {}, .replacement = [](IndexSpace& target) {
                                 const Index joined = target.dimension(0);
                                 return std::vector{target.floor_divide(joined, 16), target.modulo(joined, 16)};
                             }});
    CHECK(number_of(kernel) == kernel.space.floor_divide(kernel.space.dimension(0), 64));
}

TEST_CASE("run-time values are clamped, and renamed where their expressions are") {
    IndexSpace space = space_of({4});
    const ExprId e3(std::size_t{3}), e5(std::size_t{5});
    const Index start = space.dynamic(e3, {0, 7});
    CHECK(space.range(start + space.dimension(0)) == Range{0, 10});
    CHECK(space.dynamic(e3, {0, 7}) == start);
    CHECK(space.dynamic(e5, {0, 7}) != start);
    CHECK(space.dynamic(e3, {0, 1}) == Index(0)); // only one value is left
    for (const std::int64_t value : {-5, 0, 4, 6, 9})
        CHECK(value_at(space, start, {0}, [&](ExprId) { return value; }) ==
              std::min<std::int64_t>(std::max<std::int64_t>(value, 0), 6));
    // All of 7 ... 9 lie between 6 and 12.
    const Index late = space.dynamic(e3, {7, 10});
    CHECK(space.floor_divide(late, 6) == Index(1));
    CHECK(space.modulo(late, 6) == late - 6);
    Kernel of_value{.dims = {4}, .space = space_of({4})};
    of_value.exprs.add({.kind = ExprKind::Constant, .bits = std::vector<std::byte>(4)}); // which nobody needs
    const ExprId value = of_value.exprs.add({.kind = ExprKind::IndexValue, .index = of_value.space.dimension(0)});
    const Index number = of_value.space.dynamic(value, {0, 7});
    of_value.outputs = {{.expr = of_value.exprs.add({.kind = ExprKind::IndexValue, .index = number})}};
    Kernel renamed = with_arguments(of_value, {});
    CHECK(number_of(renamed) == renamed.space.dynamic(ExprId(std::size_t{0}), {0, 7}));
}

TEST_CASE("coefficient reads strides, depends_on looks inside quotients and remainders") {
    IndexSpace space = space_of({4, 6, 5});
    const Index inside = space.floor_divide(space.dimension(0) + space.dimension(1), 3);
    const Index index = space.dimension(1) * 7 + inside;
    CHECK(space.coefficient(index, 0) == 0);
    CHECK(space.coefficient(index, 1) == 7);
    CHECK(space.depends_on(index, 0));
    CHECK(space.depends_on(index, 1));
    CHECK(!space.depends_on(index, 2));
}

TEST_CASE("a quotient of dimensions of an image that is repeated is one of a single dimension") {
    IndexSpace space = space_of({22, 26, 26});
    const Index row = space.dimension(0), column = space.dimension(1), feature = space.dimension(2);
    CHECK(space.floor_divide(column * 26 + feature, 52) == space.floor_divide(column, 2));
    CHECK(space.modulo(column * 26 + feature, 52) == space.modulo(column, 2) * 26 + feature);
    CHECK(space.floor_divide(row * 338 + feature + space.floor_divide(column, 2) * 26, 676) ==
          space.floor_divide(row, 2));
}

TEST_CASE("a remainder of a line that is cut with a shift has no remainder") {
    IndexSpace space = space_of({3, 275});
    const Index tap = space.dimension(0), point = space.dimension(1);
    CHECK(space.modulo(tap * (336 + 21) + point, 336) == tap * 21 + point);
    CHECK(space.floor_divide(tap * (336 + 21) + point, 336) == tap);
}

// Each turn is the transpose of an array of 7 rows of 5, read as 7 rows of 5 again: a quotient and a remainder of one
// sum. Walked from each of them, the terms are 2 to the power of the turns.
TEST_CASE("terms that many others share are visited, and printed, once") {
    constexpr int kTurns = 100;
    IndexSpace space = space_of({35});
    Index turned = space.dimension(0);
    std::int64_t expected = 17;
    for (int turn = 0; turn < kTurns; ++turn) {
        const std::vector<Index> at = delinearize(space, turned, {7, 5});
        turned = linearize(space, {at[1], at[0]}, {5, 7});
        expected = expected % 5 * 7 + expected / 5;
    }
    CHECK(space.depends_on(turned, 0));
    std::size_t visited = 0;
    for_each_term(space, turned, [&](TermId) { return ++visited > 0; });
    CHECK(visited <= space.term_count());
    for_each_dynamic(space, turned, [](ExprId) { FAIL("there is no run-time value"); });
    std::size_t text = space.print(turned).size();
    for (const std::string& term : space.print_named_terms()) text += term.size();
    CHECK(text < 2000 * kTurns);

    const auto point = [](IndexSpace&) { return std::vector{Index(17)}; };
    const Kernel at_point = rebuilt(numbered(space, turned), {.dims = {}, .reduction_dims = {}, .replacement = point});
    CHECK(number_of(at_point) == Index(expected));
}
