// Schedule and buffers of one large region alone.
#include <catch2/catch.hpp>
#include <random>

#include "unit/schedule/kernels_by_hand.h"

using namespace hlo2cpp;

TEST_CASE("a region of 100,000 steps takes a moment only", "[scale]") {
    KernelsByHand by_hand;
    std::mt19937 random(1);
    std::vector<ValueId> values = {by_hand.parameter(4)};
    for (int i = 0; i < 100'000; ++i) {
        const std::size_t back = 1 + random() % std::min<std::size_t>(values.size(), 20);
        values.push_back(by_hand.apply(by_hand.entry(), {values.back(), values[values.size() - back]}, 4, i % 3 == 0));
    }
    by_hand.results() = {values.back()};
    const Schedule schedule = by_hand.scheduled();
    CHECK(by_hand.planned(schedule).arena_bytes() < 100 * 16);
}
