// Plans of random structures, run by the validators.
#include <catch2/catch.hpp>
#include <random>

#include "unit/schedule/kernels_by_hand.h"

using namespace hlo2cpp;

namespace {

// Regions of random kernels, updates, loops and conditionals; every value has the same size, so that much can be
// shared.
class RandomKernels {
public:
    explicit RandomKernels(std::uint32_t seed) : random_(seed) {}

    KernelsByHand make() {
        std::vector<ValueId> visible;
        for (int i = 0; i < 3; ++i) visible.push_back(by_hand_.parameter(kElements));
        visible.push_back(by_hand_.constant(kElements));
        fill(by_hand_.entry(), visible, 2);
        for (int i = 0; i < 4; ++i) by_hand_.results().push_back(any(visible));
        return std::move(by_hand_);
    }

private:
    static constexpr std::int64_t kElements = 4;

    int below(int n) { return static_cast<int>(random_() % static_cast<std::uint32_t>(n)); }
    ValueId any(const std::vector<ValueId>& visible) {
        return visible[static_cast<std::size_t>(below(static_cast<int>(visible.size())))];
    }

    void fill(RegionId region, std::vector<ValueId>& visible, int depth) {
        for (int steps = 1 + below(6); steps > 0; --steps) {
            const int kind = below(depth > 0 ? 8 : 6);
            if (kind < 5)
                visible.push_back(by_hand_.apply(region, {any(visible), any(visible)}, kElements, kind == 0));
            else if (kind == 5)
                visible.push_back(by_hand_.update(region, any(visible), any(visible), 1));
            else if (kind == 6)
                add_loop(region, visible, depth);
            else
                add_conditional(region, visible, depth);
        }
    }

    void add_loop(RegionId region, std::vector<ValueId>& visible, int depth) {
        While loop{.condition = by_hand_.region(), .body = by_hand_.region(), .name = "loop"};
        std::vector<ValueId> carried, inside = visible;
        for (int i = 0; i < 3; ++i) {
            const ValueId value = by_hand_.temporary(kElements);
            carried.push_back(value);
            inside.push_back(value);
            loop.carried.push_back({value, any(visible), value});
        }
        std::vector<ValueId> condition_sees = inside;
        fill(loop.condition, condition_sees, 0);
        loop.predicate = any(condition_sees);
        fill(loop.body, inside, depth - 1);
        for (While::Carried& one : loop.carried) one.next = any(inside);
        by_hand_.steps(region).push_back(loop);
        visible.insert(visible.end(), carried.begin(), carried.end());
    }

    void add_conditional(RegionId region, std::vector<ValueId>& visible, int depth) {
        Conditional conditional{.selector = any(visible), .name = "if"};
        for (int i = 0; i < 2; ++i) {
            const RegionId branch = by_hand_.region();
            std::vector<ValueId> inside = visible;
            fill(branch, inside, depth - 1);
            conditional.branches.push_back({branch, {any(inside), any(inside)}});
        }
        conditional.results = {by_hand_.temporary(kElements), by_hand_.temporary(kElements)};
        visible.insert(visible.end(), conditional.results.begin(), conditional.results.end());
        by_hand_.steps(region).push_back(conditional);
    }

    std::mt19937 random_;
    KernelsByHand by_hand_;
};

} // namespace

TEST_CASE("plans of random structures hold") {
    std::int64_t shared = 0;
    for (std::uint32_t seed = 0; seed < 400; ++seed) {
        INFO("seed " << seed);
        KernelsByHand by_hand = RandomKernels(seed).make();
        const Schedule schedule = by_hand.scheduled({{0, 0}, {1, 1}}); // validators throw
        const BufferPlan plan = by_hand.planned(schedule);
        for (const ArenaBuffer& buffer : plan.buffers) shared += static_cast<std::int64_t>(buffer.values.size()) - 1;
        CHECK(plan.max_live_bytes <= plan.arena_bytes());
    }
    CHECK(shared > 400);
}
