// Times at which values are alive, before and after the steps are scheduled.
#include "kernel/liveness.h"

#include <catch2/catch.hpp>

#include "unit/schedule/kernels_by_hand.h"

using namespace hlo2cpp;

namespace {

using Times = std::vector<std::pair<std::int64_t, std::int64_t>>;

Times times_of(const Liveness& alive, ValueId value) {
    Times times;
    for (const Segment& segment : alive.segments[value.index()]) times.emplace_back(segment.first, segment.last);
    return times;
}

} // namespace

TEST_CASE("what a loop carries is dead between its last use in a round and its next content") {
    KernelsByHand by_hand;
    const ValueId x = by_hand.parameter(10);
    const ValueId i = by_hand.apply(by_hand.entry(), {x}, 10);
    While loop{.name = "loop"};
    loop.condition = by_hand.region();
    loop.body = by_hand.region();
    const ValueId c = by_hand.temporary(10);
    loop.predicate = by_hand.apply(loop.condition, {c}, 1);
    const ValueId n = by_hand.apply(loop.body, {c}, 10);
    loop.carried.push_back({c, i, n});
    by_hand.steps(by_hand.entry()).push_back(loop);
    by_hand.results() = {by_hand.apply(by_hand.entry(), {c}, 10)};
    const Liveness alive = liveness(by_hand.kernels.kernels, by_hand.scheduled());
    CHECK(times_of(alive, i) == Times{{1, 2}});
    CHECK(times_of(alive, c) == Times{{3, 10}, {13, 16}});
    CHECK(times_of(alive, n) == Times{{11, 12}});
}

TEST_CASE("an array is alive from the call that writes it to its last reader, before anything is scheduled") {
    KernelsByHand by_hand;
    const RegionId entry = by_hand.entry();
    const ValueId x = by_hand.parameter(10);
    const ValueId a = by_hand.apply(entry, {x}, 10), b = by_hand.apply(entry, {a}, 10);
    const ValueId unused = by_hand.apply(entry, {b}, 10), r = by_hand.apply(entry, {a}, 10);
    by_hand.results() = {r};
    const Liveness alive = liveness(by_hand.kernels.kernels, by_hand.kernels);
    CHECK(times_of(alive, a) == Times{{1, 6}});
    CHECK(times_of(alive, b) == Times{{3, 4}});
    CHECK(times_of(alive, unused) == Times{{5, 5}});
    CHECK(times_of(alive, r) == Times{{7, 8}}); // to the end
}

TEST_CASE("the call that updates an array copies it, until the schedule has that copy") {
    KernelsByHand by_hand;
    const RegionId entry = by_hand.entry();
    const ValueId x = by_hand.parameter(10);
    const ValueId target = by_hand.apply(entry, {x}, 10);
    const ValueId updated = by_hand.update(entry, target, x, 3);
    by_hand.results() = {by_hand.apply(entry, {updated}, 10)};
    const Liveness before = liveness(by_hand.kernels.kernels, by_hand.kernels);
    CHECK(times_of(before, target) == Times{{1, 2}});
    CHECK(times_of(before, updated) == Times{{3, 4}});
    const Liveness after = liveness(by_hand.kernels.kernels, by_hand.scheduled());
    CHECK(times_of(after, target) == Times{{1, 2}});
    CHECK(times_of(after, updated) == Times{{3, 6}});
}
