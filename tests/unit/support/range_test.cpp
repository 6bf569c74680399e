// Ranges hold all values that they should, up to the ends of int64, where sums of 128 bits say what is right.
#include "support/range.h"

#include <vector>

#include <catch2/catch.hpp>

using namespace hlo2cpp;

namespace {

__extension__ using Wide = __int128;

// Infinity holds whatever lies beyond it.
bool holds(const Range& range, Wide value) {
    return (range.begin <= -kFar || range.begin <= value) && (range.end >= kFar || value < range.end);
}

bool is_normal(const Range& range) {
    return range.begin >= -kFar && range.begin < range.end && range.end <= kFar;
}

Wide floor_of(Wide a, std::int64_t b) {
    return a / b - (a % b < 0 ? 1 : 0);
}

std::vector<std::int64_t> corners() {
    std::vector<std::int64_t> all = {INT64_MIN, INT64_MIN + 1, INT64_MAX - 1, INT64_MAX};
    for (const std::int64_t near : {-kFar, -kFar / 2, std::int64_t{0}, kFar / 2, kFar})
        for (std::int64_t value = near - 3; value <= near + 3; ++value) all.push_back(value);
    return all;
}

// Calls visit(low, high) for the ends of many ranges, both inside.
template <typename Visit>
void for_ranges(Visit&& visit) {
    for (const std::int64_t low : corners())
        for (const std::int64_t high : corners())
            if (low <= high) visit(low, high);
}

} // namespace

TEST_CASE("a range holds both ends that it is made from") {
    for_ranges([](std::int64_t low, std::int64_t high) {
        const Range range = from_to(low, high);
        const bool right = is_normal(range) && holds(range, low) && holds(range, high);
        const bool exact = low <= -kFar || high >= kFar - 1 || range == Range{low, high + 1};
        INFO(low << " to " << high);
        REQUIRE((right && exact));
    });
    CHECK(from_to(INT64_MIN, INT64_MAX) == Range{-kFar, kFar});
    CHECK(from_to(INT64_MAX, INT64_MAX) == Range{kFar - 1, kFar});
    CHECK(from_to(INT64_MIN, INT64_MIN) == Range{-kFar, 1 - kFar});
    CHECK(from_to(0, INT64_MAX).last() == kFar);
}

TEST_CASE("a single value is one that is known") {
    CHECK(only(-7).single() == -7);
    CHECK(only(kFar - 2).single() == kFar - 2);
    CHECK_FALSE(Range{3, 5}.single());
    CHECK_FALSE(Range{3, 3}.single());
    for (const std::int64_t far : {INT64_MIN, -kFar, kFar - 1, INT64_MAX}) CHECK_FALSE(only(far).single());
}

TEST_CASE("a sum of ranges holds the sums of their values") {
    for_ranges([](std::int64_t a, std::int64_t b) {
        for_ranges([&](std::int64_t c, std::int64_t d) {
            const Range range = sum(from_to(a, b), from_to(c, d));
            const bool right = is_normal(range) && holds(range, Wide{a} + c) && holds(range, Wide{b} + d);
            if (!right) FAIL(a << " to " << b << " and " << c << " to " << d);
        });
    });
    CHECK(sum({1, 3}, {10, 11}) == Range{11, 13});
    CHECK(sum({-kFar, 4}, {1, kFar}) == Range{-kFar, kFar});
    CHECK(sum({kFar - 1, kFar}, {-9, -8}) == Range{kFar - 10, kFar}); // infinity does not come back
}

TEST_CASE("a scaled range holds the multiples of its values") {
    for_ranges([](std::int64_t low, std::int64_t high) {
        for (const std::int64_t factor : corners()) {
            const Range range = scaled(from_to(low, high), factor);
            const bool right =
                is_normal(range) && holds(range, Wide{low} * factor) && holds(range, Wide{high} * factor);
            INFO(low << " to " << high << " times " << factor);
            REQUIRE(right);
        }
    });
    CHECK(scaled({-2, 4}, -3) == Range{-9, 7});
    CHECK(scaled({0, kFar}, 3) == Range{0, kFar});
    CHECK(scaled({-kFar, 5}, -2) == Range{-8, kFar});
    CHECK(scaled({-kFar, kFar}, 0) == Range{0, 1});
}

TEST_CASE("a divided range holds the floors of its values' quotients") {
    for_ranges([](std::int64_t low, std::int64_t high) {
        for (const std::int64_t divisor : corners()) {
            if (divisor <= 0) continue;
            const Range range = floor_divided(from_to(low, high), divisor);
            const bool right =
                is_normal(range) && holds(range, floor_of(low, divisor)) && holds(range, floor_of(high, divisor));
            INFO(low << " to " << high << " by " << divisor);
            REQUIRE(right);
        }
    });
    CHECK(floor_divided({-3, 6}, 2) == Range{-2, 3});
    CHECK(floor_divided({5, kFar}, 2) == Range{2, kFar});
    CHECK_FALSE(floor_divided({-kFar, 1 - kFar}, 2).single());
}
