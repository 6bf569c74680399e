// Strip mining of a sum, and the rounds of its innermost loop.
#pragma once

#include "tile/statements/accumulators.h"

namespace hlo2cpp {

// Strip mining: adds a loop over blocks of `block` rounds. `build` adds the loop over the rounds from `begin` to `end`
// of one block, whose terms have accumulators of their own: see tile/sum_blocks.h.
template <typename Build>
void build_block(TileLoops& loops, const Target& target, const Range& rounds, std::int64_t block, Build&& build) {
    const auto sums = [&](const nest::Position& begin, const nest::Position& end) {
        const nest::RegistersId totals = begin_partial_sums(loops, target);
        build(begin, end);
        add_partial_sums(loops, totals);
    };
    if (block >= rounds.size()) return loops.scope([&] { sums(rounds.begin, rounds.end); });
    const nest::Strips strips{.block = loops.counter("block"),
                              .begin = loops.counter("begin"),
                              .end = loops.counter("end"),
                              .steps = rounds,
                              .size = block};
    loops.inside(strips, [&] { sums(strips.begin, strips.end); });
}
// Strip mining of the innermost loop. If its rounds are vectors, a shorter last block stands behind the loop over the
// others, which need no test then.
template <typename Build>
void build_blocks(TileLoops& loops, const Target& target, std::int64_t rounds, std::int64_t block, Build&& build) {
    const std::int64_t whole = loops.tile.lanes > 1 && block < rounds ? rounds / block * block : rounds;
    for (const Range& part : {Range{0, whole}, Range{whole, rounds}})
        if (part.size() > 0) build_block(loops, target, part, block, build);
}

// Adds the innermost loop, from `begin` to `end` in rounds of `steps` steps; `build` adds one round.
template <typename Build>
void build_rounds(TileLoops& loops, const nest::Position& begin, const nest::Position& end, std::int64_t steps,
                  std::int64_t unroll, Build&& build) {
    if (steps == 1)
        return loops.inside(nest::For{.counter = loops.step, .begin = begin, .end = end, .unroll = unroll}, build);
    const nest::CounterId round = loops.counter("step");
    loops.inside(nest::For{.counter = round, .begin = begin, .end = end, .unroll = unroll}, [&] {
        loops.add(nest::Count{loops.step, {round, steps}});
        build();
    });
}

} // namespace hlo2cpp
