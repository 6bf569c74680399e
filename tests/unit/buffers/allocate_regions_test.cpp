// Buffers in several memories.
#include "buffers/allocate_regions.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <random>

using namespace hlo2cpp;

namespace {

RegionAllocation allocated_in_regions(const RegionProblem& problem) {
    const RegionAllocation allocation = allocate_in_regions(problem);
    CHECK(check_allocation(problem, allocation).empty());
    return allocation;
}

// Buffers that are all alive at once.
RegionProblem at_once(const std::vector<std::int64_t>& sizes, const std::vector<double>& accesses,
                      const std::vector<std::int64_t>& budgets) {
    RegionProblem problem{.all = {.alignment = 4}, .accesses = accesses, .budgets = budgets};
    for (const std::int64_t size : sizes) problem.all.buffers.push_back({size, 0, 9});
    return problem;
}

} // namespace

TEST_CASE("what fits into the first region is all there, at the offsets of a plan without regions") {
    RegionProblem problem{.all = {.alignment = 4}, .accesses = {1, 100, 5, 7}, .budgets = {300, 1000}};
    problem.all.buffers = {{100, 0, 3}, {160, 2, 5}, {40, 1, 4}, {100, 4, 8}};
    const RegionAllocation allocation = allocated_in_regions(problem);
    CHECK(allocation.regions == std::vector<std::size_t>{0, 0, 0, 0});
    CHECK(allocation.offsets == allocate(problem.all).offsets);
    CHECK(allocation.heights == std::vector<std::int64_t>{300, 0});
    CHECK(allocation.bound == 300);
}

TEST_CASE("buffers with the most accesses a byte are in the first region") {
    const RegionAllocation allocation = allocated_in_regions(at_once({100, 100, 100}, {10, 30, 20}, {200, 100}));
    CHECK(allocation.regions == std::vector<std::size_t>{1, 0, 0});
}

TEST_CASE("one large buffer goes before small ones where it has more accesses than they") {
    const RegionAllocation allocation = allocated_in_regions(at_once({100, 8}, {1000, 100}, {100, 1000}));
    CHECK(allocation.regions == std::vector<std::size_t>{0, 1});
}

TEST_CASE("buffers that are alive at other times share the first region") {
    RegionProblem problem{.all = {.alignment = 4}, .accesses = {3, 3, 3}, .budgets = {100, 100}};
    problem.all.buffers = {{100, 0, 1}, {100, 2, 3}, {100, 3, 4}};
    const RegionAllocation allocation = allocated_in_regions(problem);
    CHECK(allocation.regions[0] == 0);
    CHECK(allocation.regions[1] + allocation.regions[2] == 1);
}

TEST_CASE("large buffers go first where the ones with the most accesses leave no room for them") {
    // By accesses, 60 and 40 would fill the first region, and 100 and 80 would not fit into the second.
    const RegionAllocation allocation =
        allocated_in_regions(at_once({60, 40, 100, 80}, {600, 400, 100, 80}, {100, 180}));
    CHECK(allocation.heights.back() <= 180);
    CHECK(allocation.regions == std::vector<std::size_t>{0, 0, 1, 1});
    const RegionAllocation other = allocated_in_regions(at_once({60, 40, 100, 80}, {600, 400, 100, 80}, {180, 100}));
    CHECK(other.heights.back() <= 100);
}

TEST_CASE("the last region takes what does not fit, so that its height says what is missing") {
    const RegionAllocation allocation = allocated_in_regions(at_once({100, 200}, {1, 1}, {100, 100}));
    CHECK(allocation.heights == std::vector<std::int64_t>{100, 200});
}

TEST_CASE("the check finds overlaps, budgets and regions that are wrong") {
    const RegionProblem problem = at_once({100, 100}, {2, 1}, {100, 100});
    const RegionAllocation good = allocated_in_regions(problem);
    RegionAllocation bad = good;
    bad.regions = {1, 1};
    CHECK_FALSE(check_allocation(problem, bad).empty());
    bad = good;
    bad.heights[0] = 200;
    CHECK(check_allocation(problem, bad) == "a region is above its budget");
    bad = good;
    bad.regions[1] = 2;
    CHECK(check_allocation(problem, bad) == "buffer 1 is in no region");
}

TEST_CASE("ten thousand buffers in four regions fill three of them") {
    std::mt19937 random(1);
    RegionProblem problem{.all = {.alignment = 16}, .accesses = {}, .budgets = {4000, 20000, 60000, 1 << 30}};
    const auto below = [&](int n) { return static_cast<std::int64_t>(random() % static_cast<std::uint32_t>(n)); };
    for (std::int64_t i = 0; i < 10'000; ++i) {
        problem.all.buffers.push_back({16 * (1 + below(200)), i, i + below(60)});
        problem.accesses.push_back(static_cast<double>(below(1000)));
    }
    const RegionAllocation allocation = allocated_in_regions(problem);
    for (std::size_t r = 0; r < 3; ++r) CHECK(allocation.heights[r] > problem.budgets[r] * 9 / 10);
}

TEST_CASE("random buffers keep to the budgets of all regions but the last, twice in the same way") {
    for (std::uint32_t seed = 0; seed < 300; ++seed) {
        INFO("seed " << seed);
        std::mt19937 random(seed);
        const auto below = [&](int n) { return static_cast<std::int64_t>(random() % static_cast<std::uint32_t>(n)); };
        RegionProblem problem{.all = {.alignment = 4}, .accesses = {}, .budgets = {}};
        for (std::int64_t i = 1 + below(60); i > 0; --i) {
            const std::int64_t first = below(50);
            problem.all.buffers.push_back({4 * below(100), first, first + below(12)});
            problem.accesses.push_back(static_cast<double>(below(1000)));
        }
        for (std::int64_t i = 1 + below(4); i > 0; --i) problem.budgets.push_back(1 + below(2000));
        const RegionAllocation allocation = allocated_in_regions(problem);
        CHECK(allocation.offsets == allocate_in_regions(problem).offsets);
        std::int64_t sum = 0;
        for (const std::int64_t height : allocation.heights) sum += height;
        CHECK(sum >= allocation.bound);
    }
}
