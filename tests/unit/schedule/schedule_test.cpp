#include "schedule/schedule.h"

#include <algorithm>
#include <catch2/catch.hpp>

#include "schedule/copies.h"
#include "support/diagnostics.h"
#include "unit/schedule/kernels_by_hand.h"

using namespace hlo2cpp;

namespace {

ValueId id(std::size_t number) {
    return ValueId(number);
}

// Runs the copies on values that hold their own numbers.
std::vector<std::int32_t> run(const std::vector<Copy>& copies) {
    std::vector<std::int32_t> content = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9};
    for (const Copy& copy : copies) content[copy.to.index()] = content[copy.from.index()];
    return content;
}

std::vector<Copy> one_by_one_from_8(const std::vector<Copy>& copies) {
    std::size_t next = 8;
    return one_by_one(copies, [&](ValueId) { return ValueId(next++); });
}

} // namespace

TEST_CASE("copies at once, one by one") {
    SECTION("a swap takes one temporary") {
        const std::vector<Copy> copies = one_by_one_from_8({{id(0), id(1)}, {id(1), id(0)}});
        CHECK(copies.size() == 3);
        const std::vector<std::int32_t> content = run(copies);
        CHECK(content[0] == 1);
        CHECK(content[1] == 0);
    }
    SECTION("a chain takes none, in whatever order it is given") {
        const std::vector<Copy> copies =
            one_by_one_from_8({{id(0), id(1)}, {id(1), id(2)}, {id(2), id(3)}, {id(0), id(4)}});
        CHECK(copies.size() == 4);
        const std::vector<std::int32_t> content = run(copies);
        CHECK(std::vector<std::int32_t>(content.begin(), content.begin() + 5) ==
              std::vector<std::int32_t>{0, 0, 1, 2, 0});
    }
    SECTION("two circles, a tail, and nothing to do") {
        const std::vector<Copy> copies = one_by_one_from_8({{id(0), id(1)},
                                                            {id(1), id(2)},
                                                            {id(2), id(0)},
                                                            {id(3), id(4)},
                                                            {id(4), id(3)},
                                                            {id(1), id(5)},
                                                            {id(6), id(6)}});
        CHECK(copies.size() == 8);
        const std::vector<std::int32_t> content = run(copies);
        CHECK(std::vector<std::int32_t>(content.begin(), content.begin() + 7) ==
              std::vector<std::int32_t>{2, 0, 1, 4, 3, 1, 6});
    }
}

TEST_CASE("a chain keeps its order and its result is copied") {
    KernelsByHand by_hand;
    const RegionId entry = by_hand.entry();
    const ValueId x = by_hand.parameter(4);
    const ValueId y = by_hand.apply(entry, {by_hand.apply(entry, {x}, 4)}, 4);
    by_hand.results() = {y};
    const Schedule schedule = by_hand.scheduled();
    CHECK(schedule.order == "proved");
    REQUIRE(schedule[entry].steps.size() == 3);
    CHECK(std::get<Copy>(schedule[entry].steps[2]).from == y);
    CHECK(schedule[schedule.entries[0].results[0]].kind == ValueKind::Result);
}

TEST_CASE("wrong schedules are noticed") {
    KernelsByHand by_hand;
    const RegionId entry = by_hand.entry();
    const ValueId x = by_hand.parameter(4);
    const ValueId a = by_hand.apply(entry, {x}, 4);
    const ValueId b = by_hand.apply(entry, {a}, 4);
    const ValueId c = by_hand.update(entry, b, a, 2);
    by_hand.results() = {b, c};
    Schedule schedule = by_hand.scheduled();
    std::vector<StepNode>& steps = schedule.regions[entry.index()].steps;
    REQUIRE(steps.size() == 6); // a, b, copy to c, c, two results
    SECTION("order") {
        std::swap(steps[0], steps[1]);
    }
    SECTION("a step is missing") {
        steps.erase(steps.begin() + 1);
    }
    SECTION("the copy of the updated value is missing") {
        steps.erase(steps.begin() + 2);
    }
    SECTION("the copy of the updated value is of another") {
        std::get<Copy>(steps[2]).from = a;
    }
    SECTION("a result is missing") {
        steps.pop_back();
    }
    SECTION("results are exchanged") {
        std::swap(std::get<Copy>(steps[4]).from, std::get<Copy>(steps[5]).from);
    }
    SECTION("a copy destroys a value") {
        steps.insert(steps.begin() + 2, Copy{x, a});
    }
    SECTION("a parameter is written") {
        steps.insert(steps.begin() + 1, Copy{a, x});
    }
    SECTION("a step runs twice") {
        steps.push_back(steps[0]);
    }
    SECTION("a call has a value too many") {
        std::get<Call>(steps[0]).values.push_back(b);
    }
    SECTION("a call passes one value twice") {
        std::get<Call>(steps[3]).values[0] = std::get<Call>(steps[3]).values[1];
    }
    CHECK_THROWS_AS(verify_schedule(by_hand.kernels, schedule), InternalError);
}

TEST_CASE("readers of a donated parameter run before the new content is made") {
    KernelsByHand by_hand;
    const RegionId entry = by_hand.entry();
    const ValueId p = by_hand.parameter(64);
    const ValueId fresh = by_hand.apply(entry, {p}, 64);
    const ValueId other = by_hand.apply(entry, {p}, 64, true);
    by_hand.results() = {fresh, other};
    const Schedule schedule = by_hand.scheduled({{.output_leaf = 0, .parameter_leaf = 0}});
    CHECK(std::get<Call>(schedule[entry].steps[0]).kernel == KernelId(std::size_t{1}));
    CHECK(schedule.entries[0].results[0] == p);
    const BufferPlan plan = by_hand.planned(schedule);
    CHECK(real_copies(schedule, plan) == 0);
    CHECK(plan.arena_bytes() == 0);
}

TEST_CASE("two entries follow each other: each has its own results and places, they share the arena") {
    KernelsByHand by_hand;
    const ValueId x = by_hand.parameter(64);
    const ValueId a = by_hand.apply(by_hand.entry(), {x}, 64, true);
    by_hand.results() = {by_hand.apply(by_hand.entry(), {a}, 64, true)};
    const RegionId second = by_hand.region();
    const ValueId b = by_hand.apply(second, {x}, 64, true);
    by_hand.kernels.entries.push_back({.region = second, .results = {by_hand.apply(second, {b}, 64, true)}});
    const Schedule schedule = by_hand.scheduled();
    REQUIRE(schedule.entries.size() == 2);
    CHECK(schedule[schedule.entries[0].results[0]].leaf == 0);
    CHECK(schedule[schedule.entries[1].results[0]].leaf == 1);
    const BufferPlan plan = by_hand.planned(schedule);
    CHECK(plan.results_bytes == 2 * 256);
    CHECK(plan.arena_bytes() == 256);
    CHECK(plan[a].offset == plan[b].offset);
}
