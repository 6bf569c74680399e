// The trip count of a while loop, if it can be proven, and the counter of its rounds.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "ir/module.h"

namespace hlo2cpp {

// first, first + step, ...: a carried integer that changes by a constant in each round, and never wraps.
struct Progression {
    std::int64_t first = 0, step = 0;
};

// The exclusive limit of a counter: a leaf that no round changes, or a number.
struct CountLimit {
    std::optional<std::size_t> leaf = {};
    std::int64_t number = 0;
};

struct CountedLoop {
    std::int64_t rounds = -1;                            // -1: not known
    std::size_t counter = 0;                             // the leaf in the condition
    std::vector<std::optional<Progression>> leaves = {}; // if the rounds are known, one per leaf; empty for no counter
    std::optional<CountLimit> limit = {};                // if the rounds are not known, but it counts in s32 by 1
    std::int64_t most_rounds = -1;                       // upper bound, if the rounds are not known; -1: none
};

// The value of an integer constant, well inside int64; nothing for any other instruction.
std::optional<std::int64_t> integer_constant(const Instruction& instruction);

// The rounds of a lowered while are known if a counter starts at a constant, steps by a constant, and is compared with
// a constant, all in integers that hold each of its values, conversions between them included. The exporter's claim
// (known_trip_count) is ignored. `for (i = x; i < n; ++i)` counts, too, in s32 with an n that no round changes.
// `counter < constant` in a conjunction of conditions bounds the rounds.
CountedLoop counted_loop(const Module& module, const Computation& computation, const Instruction& loop);

} // namespace hlo2cpp
