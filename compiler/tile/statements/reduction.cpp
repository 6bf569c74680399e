#include "tile/statements/reduction.h"

#include <algorithm>

#include "tile/statements/blocks.h"
#include "tile/statements/lanes_of_sum.h"
#include "tile/statements/pointers.h"
#include "tile/steps_together.h"

namespace hlo2cpp {
namespace {

using nest::Position;

class TermLoops {
public:
    TermLoops(TileLoops& loops, const Target& target)
        : loops_(loops), target_(target), piece_(loops.piece), tile_(loops.tile), kernel_(loops.kernel),
          point_(loops.bounds), rows_(piece_.rows), runs_(&piece_.taps) {
        for (const Loop& loop : piece_.loops) // one round is none
            if (loops.range(loop.dim).size() == loop.step) point_.limit(loop.dim, only(loops.range(loop.dim).begin));
    }

    Range build() {
        const std::vector<Condition> tests = to_be_tested(loops_.bounds, piece_.conditions);
        tests.empty() ? reduce_all() : loops_.inside(nest::If{tests}, [&] { reduce_all(); });
        return tail_;
    }

private:
    const ReductionLoop& last() const { return piece_.reduction.back(); }
    Range side() const { return loops_.range(tile_.row_dim); }
    Range first_rows() const { return {side().begin, side().end - tile_.rows + 1}; } // first rows of tiles

    // Adds the whole reduction; padding alone has no terms.
    void reduce_all() {
        const bool any_term = std::ranges::none_of(
            piece_.reduction, [](const ReductionLoop& loop) { return !loop.taps && loop.range.size() == 0; });
        if (rows_.size() > 0 && any_term) reduce(0);
    }

    void reduce(std::size_t level) {
        const ReductionLoop& loop = piece_.reduction[level];
        if (loop.taps) return reduce_taps(level);
        if (level + 1 == piece_.reduction.size()) return reduce_innermost(loop);
        bind_joined(loop);
        if (loop.block == 0) return reduce_inside(level, outer_loop(loop));
        build_block(loops_, target_, {0, loop.range.size()}, loop.block,
                    [&](const Position& begin, const Position& end) {
                        nest::For steps = outer_loop(loop);
                        steps.begin = begin, steps.end = end, steps.clipped = {};
                        reduce_inside(level, steps);
                    });
    }

    nest::For outer_loop(const ReductionLoop& loop) {
        const std::int64_t number = loop.dims.back() - static_cast<std::int64_t>(kernel_.dims.size());
        nest::For steps = loop_over(loops_.counter("k" + std::to_string(number)), loop);
        steps.unroll = loop.unroll;
        steps.rolled = loop.rolled;
        return steps;
    }

    void reduce_inside(std::size_t level, const nest::For& steps) {
        loops_.inside(steps, [&] {
            loops_.add(nest::Bind{piece_.reduction[level].dims.back(), steps.counter});
            reduce(level + 1);
        });
    }

    void reduce_innermost(const ReductionLoop& loop) {
        bind_joined(loop);
        if (tile_.lane_reduces) {
            tail_ = build_lane_steps(loops_, target_, loop);
            return;
        }
        const nest::For steps = loop_over(loops_.step, loop);
        const auto run = [&] {
            if (loop.block == 0) return build_run(steps, loop.unroll);
            build_blocks(loops_, target_, loop.range.size() / tile_.chains, loop.block / tile_.chains,
                         [&](const Position& begin, const Position& end) {
                             build_rounds(loops_, begin, end, tile_.chains, loop.unroll, [&] { one_round(); });
                         });
        };
        if (steps.is_clipped()) return run();
        loops_.inside(nest::Walk{pointers_of_loop(loops_, loop, rows_)}, run);
    }

    // Binds all dimensions of a joined loop except the last one, which counts the points of all.
    void bind_joined(const ReductionLoop& loop) {
        for (const std::int64_t d : loop.dims)
            if (d != loop.dims.back()) {
                loops_.add(nest::Bind{d, 0});
                point_.limit(d, only(0));
            }
    }

    // A loop over the points of a reduction loop at which its conditions hold.
    nest::For loop_over(nest::CounterId counter, const ReductionLoop& loop) const {
        nest::For steps{.counter = counter, .begin = loop.range.begin, .end = loop.range.end};
        if (!loop.conditions.empty())
            steps.clipped = clipped_range(kernel_, loops_.bounds, loops_.dependences, point_, loop.conditions,
                                          loop.dims.back(), loop.range);
        return steps;
    }

    // ---- unrolled taps
    void reduce_taps(std::size_t level) {
        const bool innermost = level + 1 == piece_.reduction.size();
        const bool walks = level + 2 == piece_.reduction.size() &&
                           std::ranges::all_of(*runs_, [](const TapRun& run) { return run.inner.empty(); });
        const auto all = [&] {
            for (const TapRun& run : *runs_) build_taps(level, run);
        };
        if (!innermost && !walks) return all();
        loops_.inside(nest::Walk{pointers_of_taps(loops_, level, *runs_)}, all);
    }

    void build_taps(std::size_t level, const TapRun& run) {
        const std::vector<TapRun>* const outer_runs = std::exchange(runs_, &run.inner);
        const Range outer_rows = std::exchange(rows_, run.rows);
        const auto taps = [&] { build_taps_inside(level, run); };
        if (run.edge == Edge::First || run.edge == Edge::Last) {
            const std::int64_t base = run.edge == Edge::First ? side().begin : side().end - tile_.rows;
            const Condition tile{kernel_.space.dimension(tile_.row_dim), base, base + 1};
            loops_.inside(nest::If{{tile}}, taps);
        } else {
            loops_.scope(taps);
        }
        runs_ = outer_runs;
        rows_ = outer_rows;
    }

    void build_taps_inside(std::size_t level, const TapRun& run) {
        const std::int64_t dim = piece_.reduction[level].dims[0];
        if (level + 1 == piece_.reduction.size()) return build_tap_loop(run, dim);
        loops_.add(nest::Bind{dim, run.taps.begin});
        const Bounds outer = point_;
        point_.limit(dim, only(run.taps.begin));
        if (level + 2 < piece_.reduction.size() || !run.inner.empty()) {
            reduce(level + 1);
        } else {
            bind_joined(last());
            build_run(walk_over(run, dim), run.unroll);
        }
        point_ = outer;
    }

    // Adds taps that are the innermost steps.
    void build_tap_loop(const TapRun& run, std::int64_t dim) {
        if (run.edge == Edge::Tested) return build_tested_rows(run, dim);
        if (last().rows_first) return build_rows_first(run.taps);
        const nest::For taps{
            .counter = loops_.step, .begin = run.taps.begin, .end = run.taps.end, .unroll = run.unroll};
        const bool one = run.taps.size() == 1;
        const auto tap = [&] {
            loops_.add(nest::Bind{dim, one ? Position(run.taps.begin) : Position(loops_.step)});
            update({});
        };
        one ? tap() : loops_.inside(taps, tap);
    }

    // Adds one tap of each row, behind a test of the row's conditions.
    void build_tested_rows(const TapRun& run, std::int64_t dim) {
        loops_.add(nest::Bind{dim, run.taps.begin});
        Bounds bases = loops_.bounds;
        bases.limit(tile_.row_dim, first_rows());
        for (std::int64_t row = run.rows.begin; row < run.rows.end; ++row) {
            const nest::If test{to_be_tested(bases, conditions_at(loops_, row, dim, run.taps.begin))};
            rows_ = {row, row + 1};
            loops_.inside(test, [&] { update({}); });
        }
    }

    // The loop over the innermost steps of all taps in which all rows of the tile take part.
    nest::For walk_over(const TapRun& run, std::int64_t dim) {
        if (run.edge != Edge::Clipped) {
            ReductionLoop walk = last();
            walk.range.end = walk.range.begin + run.taps.size() * walk.range.size();
            return loop_over(loops_.step, walk);
        }
        std::vector<Condition> ends = conditions_at(loops_, 0);
        for (Condition& condition : conditions_at(loops_, tile_.rows - 1)) ends.push_back(std::move(condition));
        Bounds bounds = loops_.bounds, point = point_;
        bounds.limit(tile_.row_dim, first_rows());
        point.limit(tile_.row_dim, first_rows());
        return {.counter = loops_.step,
                .clipped = clipped_range(kernel_, bounds, loops_.dependences, point, ends, dim, run.taps,
                                         last().range.size())};
    }

    // ---- the innermost loop
    // Adds the innermost loop. `steps`: the loop over all its steps, one by one.
    void build_run(nest::For steps, std::int64_t unroll) {
        const std::int64_t dim = last().dims.back();
        const std::optional<Range> all = steps.numbers();
        if (all && all->size() == 1 && tile_.chains == 1)
            return loops_.scope([&] {
                loops_.add(nest::Bind{dim, all->begin});
                update({});
            });
        if (all && last().rows_first) return build_rows_first(*all);
        if (all && last().together > 1 && all->size() >= last().together) return build_together(*all);
        steps.step = tile_.chains;
        steps.unroll = unroll;
        loops_.inside(steps, [&] { one_round(); });
    }

    // Adds a step of each chain.
    void one_round() {
        const std::int64_t dim = last().dims.back();
        loops_.for_chains({0, tile_.chains}, [&](const Position& c) {
            if (tile_.chains > 1)
                bind_chain(loops_, dim, Position(loops_.step) + c);
            else
                loops_.add(nest::Bind{dim, loops_.step});
            update(c);
        });
    }

    void update(const Position& c) { build_update(loops_, rows_, c); }

    void build_rows_first(const Range& steps) {
        const std::int64_t dim = last().dims.back();
        loops_.for_vectors(tile_.vectors, [&](const Position& v) {
            loops_.for_rows(rows_, [&](const Position& r) {
                loops_.inside(TileLoops::unrolled(loops_.step, steps), [&] {
                    loops_.add(nest::Bind{dim, loops_.step});
                    loops_.add(nest::Combine{.target = loops_.accumulator({}, r, v), .vector = v});
                });
            });
        });
    }

    // ---- several steps in each round, see tile/steps_together.h
    void build_together(const Range& all) {
        const std::int64_t together = last().together, whole = all.begin + all.size() / together * together;
        const Factors factors = *factors_of_steps(kernel_, loops_.dependences, loops_.nest, tile_, last().dims.back());
        const nest::For rounds{.counter = loops_.step, .begin = all.begin, .end = whole, .step = together};
        loops_.inside(rounds, [&] { build_round_together(factors); });
        if (whole == all.end) return;
        build_run({.counter = loops_.step, .begin = whole, .end = all.end}, all.end - whole);
    }

    void build_round_together(const Factors& factors) {
        const std::int64_t dim = last().dims.back();
        loops_.add(nest::Bind{dim, loops_.step});
        const nest::RegistersId scalars = loops_.registers("scalars");
        nest::Registers declared{.registers = scalars,
                                 .type = loops_.type,
                                 .lanes = tile_.lanes,
                                 .comment = "of " + std::to_string(last().together) + " steps"};
        if (tile_.rows > 1) declared.shape = {tile_.rows};
        loops_.add(std::move(declared));
        loops_.for_rows(rows_, [&](const Position& r) {
            loops_.add(nest::Set{of_row(scalars, r), nest::Steps{factors.scalar}});
        });
        const nest::CounterId step = loops_.counter("s");
        loops_.inside(TileLoops::unrolled(step, {0, last().together}), [&] {
            loops_.add(nest::Bind{dim, Position(loops_.step) + step});
            build_step(factors, scalars, step);
        });
    }

    nest::Ref of_row(nest::RegistersId scalars, const Position& r) const {
        nest::Ref ref{.registers = scalars};
        if (tile_.rows > 1) ref.at.push_back(r);
        return ref;
    }

    void build_step(const Factors& factors, nest::RegistersId scalars, nest::CounterId step) {
        constexpr std::int64_t kPair = 2; // as many as an instruction loads
        const std::int64_t vectors = tile_.vectors, rest = vectors % kPair;
        if (!last().pairs) return build_products(factors, scalars, step, {}, vectors);
        const nest::CounterId pair = loops_.counter("pair");
        const nest::For pairs{
            .counter = pair, .begin = 0, .end = vectors - rest, .step = kPair, .unroll = vectors / kPair};
        loops_.inside(pairs, [&] { build_products(factors, scalars, step, pair, kPair); });
        if (rest > 0) build_products(factors, scalars, step, vectors - rest, rest);
    }

    // Adds products of `count` vectors from `first` on. All loads come first, so that the machine loads two at once.
    void build_products(const Factors& factors, nest::RegistersId scalars, nest::CounterId step, const Position& first,
                        std::int64_t count) {
        const nest::RegistersId vectors = loops_.registers("vectors");
        loops_.add(nest::Registers{.registers = vectors, .type = loops_.type, .lanes = tile_.lanes, .shape = {count}});
        loops_.for_vectors(count, [&](const Position& v) {
            loops_.scope([&] {
                loops_.add(nest::Set{{.registers = vectors, .at = {v}}, nest::Lanes{factors.vector, first + v}});
            });
        });
        loops_.for_rows(rows_, [&](const Position& r) {
            loops_.for_vectors(count, [&](const Position& v) {
                loops_.add(nest::MultiplyLane{.target = loops_.accumulator({}, r, first + v),
                                              .scalars = of_row(scalars, r),
                                              .lane = step,
                                              .vector = {.registers = vectors, .at = {v}},
                                              .number = first + v});
            });
        });
    }

    TileLoops& loops_;
    const Target& target_;
    const Piece& piece_;
    const RegisterTile& tile_;
    const Kernel& kernel_;
    Bounds point_;                    // bounds of the dimensions that are bound so far
    Range rows_;                      // rows that take part
    const std::vector<TapRun>* runs_; // runs of the next loop with taps
    Range tail_;                      // steps that fill no vector along the reduction
};

} // namespace

Range build_reduction(TileLoops& loops, const Target& target) {
    return TermLoops(loops, target).build();
}

} // namespace hlo2cpp
