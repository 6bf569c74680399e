#include "tile/statements/reduction.h"

#include <algorithm>

#include "tile/statements/blocks.h"
#include "tile/statements/lanes_of_sum.h"
#include "tile/statements/pointers.h"
#include "tile/statements/taps.h"

namespace hlo2cpp {
namespace {

using nest::Position;

class TermLoops {
public:
    TermLoops(TileLoops& loops, const Target& target)
        : loops_(loops), target_(target), piece_(loops.piece), kernel_(loops.kernel) {}

    Range build() {
        const std::vector<Condition> tests = to_be_tested(loops_.bounds, piece_.conditions);
        tests.empty() ? reduce_all() : loops_.inside(nest::If{tests}, [&] { reduce_all(); });
        return tail_;
    }

private:
    // Adds the whole reduction; padding alone has no terms.
    void reduce_all() {
        const bool any_term = std::ranges::none_of(
            piece_.reduction, [](const ReductionLoop& loop) { return !loop.taps && loop.range.size() == 0; });
        if (piece_.rows.size() == 0 || !any_term) return;
        OpenTerms all{.point = loops_.bounds, .rows = piece_.rows, .runs = &piece_.taps};
        for (const Loop& loop : piece_.loops) { // one round is none, but of several tiles
            const bool has_tiles = loop.dim == loops_.tile.lane_dim && loops_.tile.columns() < loops_.tile.step();
            if (!has_tiles && loops_.range(loop.dim).size() == loop.step)
                all.point.limit(loop.dim, only(loops_.range(loop.dim).begin));
        }
        reduce(0, std::move(all));
    }

    void reduce(std::size_t level, OpenTerms open) {
        const ReductionLoop& loop = piece_.reduction[level];
        if (loop.taps)
            return build_taps(loops_, level, open, [&](const OpenTerms& inside) { reduce(level + 1, inside); });
        bind_joined(loops_, loop, open.point);
        if (level + 1 == piece_.reduction.size()) return reduce_innermost(loop, open);
        if (loop.block == 0) return reduce_inside(level, outer_loop(loop, open), open);
        build_block(loops_, target_, {0, loop.range.size()}, loop.block,
                    [&](const Position& begin, const Position& end) {
                        nest::For steps = outer_loop(loop, open);
                        steps.begin = begin, steps.end = end, steps.clipped = {};
                        reduce_inside(level, steps, open);
                    });
    }

    nest::For outer_loop(const ReductionLoop& loop, const OpenTerms& open) {
        const std::int64_t number = loop.dims.back() - static_cast<std::int64_t>(kernel_.dims.size());
        nest::For steps = loop_over(loops_, open.point, loops_.counter("k" + std::to_string(number)), loop);
        steps.unroll = loop.unroll;
        steps.rolled = loop.rolled;
        return steps;
    }

    void reduce_inside(std::size_t level, const nest::For& steps, const OpenTerms& open) {
        loops_.inside(steps, [&] {
            loops_.add(nest::Bind{piece_.reduction[level].dims.back(), steps.counter});
            reduce(level + 1, open);
        });
    }

    void reduce_innermost(const ReductionLoop& loop, const OpenTerms& open) {
        if (loops_.tile.lane_reduces) {
            tail_ = build_lane_steps(loops_, target_, loop);
            return;
        }
        const std::int64_t chains = loops_.tile.chains;
        const nest::For steps = loop_over(loops_, open.point, loops_.step, loop);
        const auto run = [&] {
            if (loop.block == 0) return build_steps(loops_, open.rows, steps, loop.unroll);
            build_blocks(loops_, target_, loop.range.size() / chains, loop.block / chains,
                         [&](const Position& begin, const Position& end) {
                             build_rounds(loops_, begin, end, chains, loop.unroll,
                                          [&] { build_round(loops_, open.rows); });
                         });
        };
        if (steps.is_clipped()) return run();
        loops_.inside(nest::Walk{pointers_of_loop(loops_, loop, open.rows)}, run);
    }

    TileLoops& loops_;
    const Target& target_;
    const Piece& piece_;
    const Kernel& kernel_;
    Range tail_; // steps that fill no vector along the reduction
};

} // namespace

Range build_reduction(TileLoops& loops, const Target& target) {
    return TermLoops(loops, target).build();
}

} // namespace hlo2cpp
