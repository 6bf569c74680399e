#include "buffers/allocate.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <random>

#include "support/diagnostics.h"

using namespace hlo2cpp;

namespace {

AllocationProblem random_problem(std::mt19937& random, std::size_t count, std::int64_t positions, std::int64_t most) {
    AllocationProblem problem{.alignment = 4};
    for (std::size_t b = 0; b < count; ++b) {
        std::int64_t first = static_cast<std::int64_t>(random()) % positions,
                     last = first + static_cast<std::int64_t>(random() % 8);
        problem.buffers.push_back({4 * (static_cast<std::int64_t>(random()) % most), first, last});
    }
    return problem;
}

// The lowest height of all: buffers in each order of placement, each as low as it fits.
std::int64_t best_of_all(const AllocationProblem& problem) {
    std::vector<std::size_t> order(problem.buffers.size());
    for (std::size_t b = 0; b < order.size(); ++b) order[b] = b;
    std::int64_t best = -1;
    do {
        std::vector<std::int64_t> offsets(order.size(), 0);
        std::int64_t height = 0;
        for (std::size_t i = 0; i < order.size(); ++i) {
            const AllocationProblem::Buffer& buffer = problem.buffers[order[i]];
            for (bool moved = true; moved;) {
                moved = false;
                for (std::size_t j = 0; j < i; ++j) {
                    const AllocationProblem::Buffer& other = problem.buffers[order[j]];
                    const bool at_once = buffer.first <= other.last && other.first <= buffer.last;
                    const bool clash = offsets[order[i]] < offsets[order[j]] + other.size &&
                                       offsets[order[j]] < offsets[order[i]] + buffer.size;
                    if (!at_once || !clash) continue;
                    offsets[order[i]] = offsets[order[j]] + other.size;
                    moved = true;
                }
            }
            height = std::max(height, offsets[order[i]] + buffer.size);
        }
        if (best < 0 || height < best) best = height;
    } while (std::next_permutation(order.begin(), order.end()));
    return best;
}

} // namespace

TEST_CASE("the lowest height is found") {
    std::mt19937 random(5);
    for (int round = 0; round < 60; ++round) {
        const AllocationProblem problem = random_problem(random, 7, 10, 9);
        const Allocation allocation = allocate(problem);
        REQUIRE(check_allocation(problem, allocation) == "");
        CHECK(allocation.height == best_of_all(problem));
        CHECK(allocation.bound <= allocation.height);
    }
}

TEST_CASE("larger problems are solved near the bound") {
    std::mt19937 random(6);
    const AllocationProblem problem = random_problem(random, 30'000, 20'000, 1'000);
    const Allocation allocation = allocate(problem);
    CHECK(check_allocation(problem, allocation) == "");
    CHECK(allocation.height <= allocation.bound + allocation.bound / 4);
}

TEST_CASE("wrong offsets are noticed") {
    const AllocationProblem problem{.buffers = {{8, 0, 3}, {8, 3, 4}, {4, 4, 5}, {0, 0, 9}}, .alignment = 4};
    Allocation allocation = allocate(problem);
    REQUIRE(check_allocation(problem, allocation) == "");
    CHECK(allocation.height == 16);
    SECTION("overlap") {
        allocation.offsets[1] = allocation.offsets[0];
    }
    SECTION("half an overlap") {
        allocation.offsets = {0, 4, 12, 0};
    }
    SECTION("alignment") {
        allocation.offsets = {0, 8, 2, 0};
    }
    SECTION("above the height") {
        allocation.height = 12;
    }
    SECTION("negative") {
        allocation.offsets[2] = -4;
    }
    SECTION("too few") {
        allocation.offsets.pop_back();
    }
    CHECK(check_allocation(problem, allocation) != "");
}

TEST_CASE("sizes that no memory has are an error") {
    const std::int64_t huge = std::int64_t{1} << 62;
    CHECK_THROWS_AS(allocate({.buffers = {{huge, 0, 0}, {huge, 0, 0}}}), InputError);
    CHECK(allocate({}).height == 0);
}

TEST_CASE("the exact search alone finds the lowest height and proves it") {
    std::mt19937 random(7);
    for (int round = 0; round < 60; ++round) {
        const AllocationProblem problem = random_problem(random, 7, 16, 6);
        const std::int64_t best = best_of_all(problem);
        std::int64_t work = 1'000'000;
        const std::optional<std::vector<std::int64_t>> offsets = place_below(problem, best, work);
        REQUIRE(offsets);
        CHECK(check_allocation(problem, {.offsets = *offsets, .height = best}) == "");
        if (best >= 4) CHECK_FALSE(place_below(problem, best - 4, work));
        CHECK(work > 0);
    }
}
