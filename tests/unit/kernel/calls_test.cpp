// How often a module calls its kernels.
#include <catch2/catch.hpp>

#include "unit/schedule/kernels_by_hand.h"

using namespace hlo2cpp;

TEST_CASE("a kernel in a loop is called in each of its rounds, of which an unknown number counts as one") {
    KernelsByHand by_hand;
    const ValueId x = by_hand.parameter(10);
    by_hand.apply(by_hand.entry(), {x}, 10); // kernel 0
    const auto loop_in = [&](RegionId region, std::int64_t rounds) {
        While loop{.trip_count = rounds, .name = "loop"};
        loop.condition = by_hand.region();
        loop.body = by_hand.region();
        by_hand.steps(region).push_back(loop);
        return loop.body;
    };
    const RegionId outer = loop_in(by_hand.entry(), 5);
    by_hand.apply(outer, {x}, 10);                        // kernel 1
    by_hand.apply(loop_in(outer, 3), {x}, 10);            // kernel 2
    by_hand.apply(loop_in(by_hand.entry(), -1), {x}, 10); // kernel 3
    CHECK(count_calls(by_hand.kernels) == std::vector<double>{1, 5, 15, 1});
}
