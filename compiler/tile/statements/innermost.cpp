#include "tile/statements/innermost.h"

#include <algorithm>

#include "kernel/word_factors.h"
#include "tile/statements/accumulators.h"
#include "tile/statements/lane_products.h"

namespace hlo2cpp {

using nest::Position;

namespace {

// Words of a round in so many steps. Words of bytes fill the registers that a row is loaded into, or follow one by one.
std::int64_t words_in_round(const ReductionLoop& loop, std::int64_t steps) {
    const std::int64_t most = steps / loop.words.terms;
    if (loop.words.bytes && most < loop.round) return 1;
    return std::max<std::int64_t>(std::min(loop.round, most), 1);
}

void load_words_of_rows(TileLoops& loops, const Range& rows, nest::CounterId number) {
    const ReductionLoop& loop = loops.piece.reduction.back();
    const WordFactors factors = *factors_of_words(loops.kernel);
    const ExprId row = loops.has_lanes(factors.first) ? factors.second : factors.first;
    loops.row_words = {.registers = loops.registers("words"), .number = number};
    nest::Registers words{.registers = loops.row_words->registers,
                          .type = loops.kernel.exprs[row].type,
                          .lanes = loop.round * loop.words.size,
                          .comment = "of " + std::to_string(loop.round * loop.words.size) + " steps"};
    if (loops.tile.rows > 1) words.shape = {loops.tile.rows};
    loops.add(std::move(words));
    loops.for_rows(rows, [&](const Position& r) {
        loops.add(nest::Set{loops.words_of_row(r),
                            nest::Steps{.load = row, .as_they_lie = true, .copied = loop.words.copied}});
    });
}

} // namespace

nest::For loop_over(const TileLoops& loops, const Bounds& point, nest::CounterId counter, const ReductionLoop& loop) {
    nest::For steps{.counter = counter, .begin = loop.range.begin, .end = loop.range.end};
    if (!loop.conditions.empty())
        steps.clipped = clipped_range(loops.kernel, loops.bounds, loops.dependences, point, loop.conditions,
                                      loop.dims.back(), loop.range);
    return steps;
}

void bind_joined(TileLoops& loops, const ReductionLoop& loop, Bounds& point) {
    for (const std::int64_t d : loop.dims)
        if (d != loop.dims.back()) {
            loops.add(nest::Bind{d, 0});
            point.limit(d, only(0));
        }
}

void build_steps(TileLoops& loops, const Range& rows, nest::For steps, std::int64_t unroll) {
    const ReductionLoop& loop = loops.piece.reduction.back();
    const std::optional<Range> all = steps.numbers();
    if (all && loop.rows_first) return build_rows_first(loops, rows, *all);
    if (all && all->size() <= loop.words.terms && loops.tile.chains == 1)
        return loops.scope([&] {
            loops.add(nest::Bind{loop.dims.back(), all->begin});
            build_update(loops, rows, {}, all->size());
        });
    const std::int64_t words = all ? words_in_round(loop, all->size()) : 1, in_round = loop.words.terms * words;
    if (all && all->size() % in_round != 0 && loops.tile.chains == 1) {
        const std::int64_t whole = all->end - all->size() % in_round;
        build_steps(loops, rows, {.counter = loops.step, .begin = all->begin, .end = whole}, unroll);
        return build_steps(loops, rows, {.counter = loops.step, .begin = whole, .end = all->end}, unroll);
    }
    if (all && loop.together > 1 && all->size() >= loop.together) {
        const Range rest = build_lane_products(loops, rows, *all);
        if (rest.size() == 0) return;
        return build_steps(loops, rows, {.counter = loops.step, .begin = rest.begin, .end = rest.end}, rest.size());
    }
    steps.step = loops.tile.chains * in_round;
    steps.unroll = unroll;
    if (in_round > loop.words.terms) return build_round_of_words(loops, rows, steps);
    loops.inside(steps, [&] { build_round(loops, rows); });
}

void build_round_of_words(TileLoops& loops, const Range& rows, const nest::For& steps) {
    const ReductionLoop& loop = loops.piece.reduction.back();
    const std::int64_t terms = loop.words.terms;
    const auto words = [&](const Position& first) {
        const nest::CounterId word = loops.counter(loop.words.size > 1 ? "word" : "step");
        if (loop.words.bytes) {
            loops.add(nest::Bind{loop.dims.back(), first});
            load_words_of_rows(loops, rows, word);
        }
        loops.inside(TileLoops::unrolled(word, {0, steps.step / terms}), [&] {
            loops.add(nest::Bind{loop.dims.back(), first + Position(word, terms)});
            build_update(loops, rows, {}, terms);
        });
        loops.row_words.reset();
    };
    if (steps.numbers()->size() == steps.step) return words(steps.begin);
    loops.inside(steps, [&] { words(loops.step); });
}

void build_rows_first(TileLoops& loops, const Range& rows, const Range& steps) {
    const ReductionLoop& loop = loops.piece.reduction.back();
    const nest::Words words = loop.words;
    const std::int64_t rest = steps.size() % words.terms;
    loops.for_groups(loops.tile.vectors, words.shorts ? 2 : 1, [&](const Position& v) {
        const auto combine = [&](const Position& r, const Position& step, std::int64_t terms) {
            loops.add(nest::Bind{loop.dims.back(), step});
            nest::Combine sum{.target = loops.accumulator({}, r, v), .vector = v, .words = words};
            sum.words.terms = terms;
            loops.add(std::move(sum));
        };
        loops.for_rows(rows, [&](const Position& r) {
            nest::For whole = TileLoops::unrolled(loops.step, {steps.begin, steps.end - rest});
            whole.step = words.terms;
            const auto all = [&](const Position& step) { combine(r, step, words.terms); };
            if (words.terms > 1 && steps.size() - rest == words.terms)
                loops.scope([&] { all(steps.begin); });
            else if (steps.size() > rest)
                loops.inside(whole, [&] { all(loops.step); });
            if (rest > 0) loops.scope([&] { combine(r, steps.end - rest, rest); });
        });
    });
}

void build_round(TileLoops& loops, const Range& rows) {
    const std::int64_t dim = loops.piece.reduction.back().dims.back(), chains = loops.tile.chains;
    loops.for_chains({0, chains}, [&](const Position& c) {
        if (chains > 1)
            bind_chain(loops, dim, Position(loops.step) + times(c, loops.piece.reduction.back().words.terms));
        else
            loops.add(nest::Bind{dim, loops.step});
        build_update(loops, rows, c, loops.piece.reduction.back().words.terms);
    });
}

} // namespace hlo2cpp
