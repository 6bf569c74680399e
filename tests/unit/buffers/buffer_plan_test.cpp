#include "buffers/buffer_plan.h"

#include <catch2/catch.hpp>

#include "support/diagnostics.h"
#include "tile/tile.h"
#include "tile/tilings.h"
#include "unit/fuse/fused.h"
#include "unit/nest/turned_round.h"
#include "unit/schedule/kernels_by_hand.h"
#include "unit/tile/nests_of.h"

using namespace hlo2cpp;

namespace {

// A loop of the entry; regions of condition and body are there, their contents are for the caller.
While empty_loop(KernelsByHand& by_hand) {
    While loop{.name = "loop"};
    loop.condition = by_hand.region();
    loop.body = by_hand.region();
    return loop;
}

ValueId carry(KernelsByHand& by_hand, While& loop, ValueId initial) {
    const ValueId value = by_hand.temporary(by_hand.kernels[initial].elements());
    loop.carried.push_back({value, initial, value});
    return value;
}

void finish(KernelsByHand& by_hand, While& loop, ValueId counter) {
    loop.predicate = by_hand.apply(loop.condition, {counter}, 1);
    by_hand.steps(by_hand.entry()).push_back(loop);
}

} // namespace

TEST_CASE("a chain runs in place, in the result's memory") {
    KernelsByHand by_hand;
    const RegionId entry = by_hand.entry();
    ValueId x = by_hand.parameter(100);
    for (int i = 0; i < 5; ++i) x = by_hand.apply(entry, {x}, 100);
    by_hand.results() = {x};
    const Schedule schedule = by_hand.scheduled();
    const BufferPlan plan = by_hand.planned(schedule);
    CHECK(plan.arena_bytes() == 0);
    CHECK(plan.results_bytes == 400);
    CHECK(real_copies(schedule, plan) == 0);
}

TEST_CASE("an operand that is read backwards keeps its bytes") {
    KernelsByHand by_hand;
    const RegionId entry = by_hand.entry();
    ValueId x = by_hand.parameter(100);
    for (int i = 0; i < 5; ++i) x = by_hand.apply(entry, {x}, 100, true);
    by_hand.results() = {x};
    const Schedule schedule = by_hand.scheduled();
    const BufferPlan plan = by_hand.planned(schedule);
    CHECK(plan.arena_bytes() == 800);
    CHECK(plan.max_live_bytes == 800);
}

TEST_CASE("a diamond needs two buffers") {
    KernelsByHand by_hand;
    const RegionId entry = by_hand.entry();
    const ValueId a = by_hand.apply(entry, {by_hand.parameter(100)}, 100);
    const ValueId sum = by_hand.apply(entry, {by_hand.apply(entry, {a}, 100), by_hand.apply(entry, {a}, 100)}, 100);
    by_hand.results() = {by_hand.apply(entry, {sum}, 1)};
    const Schedule schedule = by_hand.scheduled();
    CHECK(by_hand.planned(schedule).arena_bytes() == 800);
}

TEST_CASE("results that are parameters, constants, or the same value twice are copied") {
    KernelsByHand by_hand;
    const RegionId entry = by_hand.entry();
    const ValueId p = by_hand.parameter(4);
    const ValueId c = by_hand.constant(4);
    const ValueId v = by_hand.apply(entry, {p}, 4);
    by_hand.results() = {p, c, v, v};
    const Schedule schedule = by_hand.scheduled();
    const BufferPlan plan = by_hand.planned(schedule);
    CHECK(real_copies(schedule, plan) == 3);
    CHECK(plan.arena_bytes() == 0);
    CHECK(plan.results_bytes == 64);
}

TEST_CASE("two donated parameters exchange their contents") {
    KernelsByHand by_hand;
    const ValueId p = by_hand.parameter(4), q = by_hand.parameter(4);
    by_hand.results() = {q, p};
    const Schedule schedule = by_hand.scheduled({{0, 0}, {1, 1}});
    const BufferPlan plan = by_hand.planned(schedule);
    CHECK(real_copies(schedule, plan) == 3);
    CHECK(plan.arena_bytes() == 16);
    CHECK(plan.results_bytes == 0);
}

TEST_CASE("a loop carries its values without copies") {
    KernelsByHand by_hand;
    const RegionId entry = by_hand.entry();
    While loop = empty_loop(by_hand);
    const ValueId counter = carry(by_hand, loop, by_hand.apply(entry, {by_hand.parameter(1)}, 1));
    const ValueId state = carry(by_hand, loop, by_hand.apply(entry, {by_hand.parameter(100)}, 100));
    loop.carried[0].next = by_hand.apply(loop.body, {counter}, 1);
    loop.carried[1].next = by_hand.apply(loop.body, {state}, 100);
    finish(by_hand, loop, counter);
    by_hand.results() = {state};
    const Schedule schedule = by_hand.scheduled();
    const BufferPlan plan = by_hand.planned(schedule);
    CHECK(real_copies(schedule, plan) == 0);
    CHECK(plan.arena_bytes() == 8); // counter and predicate; the state is in the result's memory
}

TEST_CASE("carried values that change places need one temporary") {
    KernelsByHand by_hand;
    While loop = empty_loop(by_hand);
    const ValueId counter = carry(by_hand, loop, by_hand.parameter(1));
    const ValueId a = carry(by_hand, loop, by_hand.parameter(8)), b = carry(by_hand, loop, by_hand.parameter(8));
    loop.carried[0].next = by_hand.apply(loop.body, {counter}, 1);
    loop.carried[1].next = b;
    loop.carried[2].next = a;
    finish(by_hand, loop, counter);
    by_hand.results() = {a, b};
    const Schedule schedule = by_hand.scheduled();
    const BufferPlan plan = by_hand.planned(schedule);
    CHECK(real_copies(schedule, plan) == 3 + 3); // the parameters, and the swap
    CHECK(plan.arena_bytes() == 4 + 32); // the counter, and what keeps one of them; the predicate fits there too
}

TEST_CASE("a new carried value that is made while the old one is still read is copied") {
    KernelsByHand by_hand;
    While loop = empty_loop(by_hand);
    const ValueId counter = carry(by_hand, loop, by_hand.parameter(1));
    const ValueId state = carry(by_hand, loop, by_hand.parameter(8));
    loop.carried[0].next = by_hand.apply(loop.body, {counter}, 1);
    loop.carried[1].next = by_hand.apply(loop.body, {state}, 8, true); // backwards
    finish(by_hand, loop, counter);
    by_hand.results() = {state};
    const Schedule schedule = by_hand.scheduled();
    const BufferPlan plan = by_hand.planned(schedule);
    CHECK(real_copies(schedule, plan) == 2 + 1);
}

TEST_CASE("an array that a loop fills element by element stays where it is") {
    KernelsByHand by_hand;
    const RegionId entry = by_hand.entry();
    While loop = empty_loop(by_hand);
    const ValueId counter = carry(by_hand, loop, by_hand.parameter(1));
    const ValueId ys = carry(by_hand, loop, by_hand.apply(entry, {by_hand.parameter(1)}, 50));
    loop.carried[1].next = by_hand.update(loop.body, ys, counter, 7); // stands before a reader of the old elements
    const ValueId sum = by_hand.apply(loop.body, {ys}, 50, true);
    loop.carried[0].next = by_hand.apply(loop.body, {counter, sum}, 1);
    finish(by_hand, loop, counter);
    by_hand.results() = {ys};
    const Schedule schedule = by_hand.scheduled();
    const BufferPlan plan = by_hand.planned(schedule);
    CHECK(real_copies(schedule, plan) == 1); // the counter's parameter
    CHECK(plan.arena_bytes() == 4 + 200);    // the counter and the sum; the array is in the result's memory
}

TEST_CASE("an updated value that is read later is copied") {
    KernelsByHand by_hand;
    const RegionId entry = by_hand.entry();
    const ValueId x = by_hand.apply(entry, {by_hand.parameter(50)}, 50);
    const ValueId y = by_hand.update(entry, x, by_hand.parameter(1), 3);
    by_hand.results() = {by_hand.apply(entry, {x, y}, 50)};
    const Schedule schedule = by_hand.scheduled();
    CHECK(real_copies(schedule, by_hand.planned(schedule)) == 1);
}

TEST_CASE("branches of a conditional overlap") {
    KernelsByHand by_hand;
    const RegionId entry = by_hand.entry();
    const ValueId x = by_hand.apply(entry, {by_hand.parameter(100)}, 100);
    Conditional conditional{.selector = by_hand.parameter(1), .name = "if"};
    for (int i = 0; i < 2; ++i) {
        const RegionId region = by_hand.region();
        const ValueId inner = by_hand.apply(region, {x}, 200);
        conditional.branches.push_back({region, {by_hand.apply(region, {inner}, 100, true)}});
    }
    const RegionId idle = by_hand.region();
    conditional.branches.push_back({idle, {x}}); // hands it on
    conditional.results = {by_hand.temporary(100)};
    by_hand.steps(entry).push_back(conditional);
    const ValueId reduced = by_hand.apply(entry, {conditional.results[0]}, 1, true);
    by_hand.results() = {reduced};
    const Schedule schedule = by_hand.scheduled();
    const BufferPlan plan = by_hand.planned(schedule);
    CHECK(real_copies(schedule, plan) == 0);
    CHECK(plan.arena_bytes() == 400 + 800);
}

TEST_CASE("scratch is alive during its kernel only") {
    KernelsByHand by_hand;
    const RegionId entry = by_hand.entry();
    const ValueId a = by_hand.apply(entry, {by_hand.parameter(25)}, 25, true);
    const ValueId b = by_hand.apply(entry, {a}, 25, true);
    by_hand.results() = {by_hand.apply(entry, {b}, 25, true)};
    by_hand.nests.nests.resize(3);
    for (LoopNest& nest : by_hand.nests.nests) nest.scratch_bytes = 10;
    const Schedule schedule = by_hand.scheduled();
    const BufferPlan plan = by_hand.planned(schedule, 16);
    CHECK(plan.arena_bytes() == 2 * 112 + 16);
    CHECK(plan.arena_alignment == 16);
}

TEST_CASE("wrong plans are noticed") {
    KernelsByHand by_hand;
    const RegionId entry = by_hand.entry();
    const ValueId p = by_hand.parameter(8);
    While loop = empty_loop(by_hand);
    const ValueId outer = by_hand.apply(entry, {p}, 8);
    const ValueId counter = carry(by_hand, loop, by_hand.parameter(1));
    const ValueId first = by_hand.apply(loop.body, {outer}, 8, true);
    const ValueId second = by_hand.apply(loop.body, {first}, 8, true);
    loop.carried[0].next = by_hand.apply(loop.body, {counter, second}, 1);
    finish(by_hand, loop, counter);
    by_hand.results() = {counter};
    const Schedule schedule = by_hand.scheduled();
    BufferPlan plan = by_hand.planned(schedule);
    const auto move = [&](ValueId from, ValueId to) { plan.locations[from.index()] = plan.locations[to.index()]; };
    SECTION("the second round does not find a value from outside") {
        move(second, outer);
    }
    SECTION("a kernel that is not in place writes what it reads") {
        move(second, first);
    }
    SECTION("the carried value is destroyed in the body") {
        move(first, counter);
    }
    SECTION("a value without a place") {
        plan.locations[outer.index()] = {};
    }
    SECTION("outside the arena") {
        plan.locations[outer.index()].offset = plan.arena_bytes() - 4;
    }
    SECTION("not aligned") {
        plan.locations[outer.index()].offset += 1;
    }
    SECTION("half over another") {
        plan.locations[first.index()] = {Place::Arena, plan[outer].offset + (plan[outer].offset < 16 ? 16 : -16)};
    }
    SECTION("in a parameter that is not donated") {
        move(first, p);
    }
    SECTION("a parameter that is elsewhere") {
        plan.locations[p.index()] = {Place::Arena, 0};
    }
    CHECK_THROWS_AS(verify_plan(by_hand.kernels, by_hand.nests, schedule, plan), InternalError);
}

TEST_CASE("a window is moved where it lies in the order of its nest alone") {
    const Kernels kernels = addressed("HloModule m, input_output_alias={ {}: (0, {}, may-alias) }\nENTRY e {\n"
                                      " x = f32[9] parameter(0)\n y = f32[2] parameter(1)\n"
                                      " k = f32[7] slice(x), slice={[2:9]}\n"
                                      " ROOT r = f32[9] concatenate(k, y), dimensions={0}\n}\n");
    LoopNests nests = tile(kernels, *find_target("generic"));
    const Schedule order = schedule(kernels, nests);
    const BufferPlan plan = assign_buffers(kernels, nests, order, 4);
    CHECK(plan.arena_bytes() == 0);
    verify_plan(kernels, nests, order, plan);
    SECTION("the wrong way round") {
        for (nest::Body& body : nests.nests[0].bodies) nest::turn_round(body.statements);
    }
    SECTION("one point first that comes last") {
        std::vector<Tiling> tiled = tilings(kernels, *find_target("generic"));
        Piece last = tiled[0].pieces[0];
        last.box[0] = {6, 7};
        tiled[0].pieces[0].box[0] = {0, 6};
        tiled[0].pieces.insert(tiled[0].pieces.begin(), last);
        nests = nests_of(kernels, tiled, *find_target("generic"));
    }
    SECTION("in no order") {
        nests.nests.clear();
    }
    CHECK_THROWS_AS(verify_plan(kernels, nests, order, plan), InternalError);
}
