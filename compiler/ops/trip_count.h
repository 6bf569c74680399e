// How often a while loop runs, where that can be proven, and what counts its rounds.
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

// What a counter stays below: a leaf that no round changes, or a number.
struct CountLimit {
    std::optional<std::size_t> leaf = {};
    std::int64_t number = 0;
};

struct CountedLoop {
    std::int64_t rounds = -1;                            // -1: not known
    std::size_t counter = 0;                             // the leaf that the condition looks at
    std::vector<std::optional<Progression>> leaves = {}; // of known rounds, one a leaf; where it does not count, empty
    std::optional<CountLimit> limit = {};                // where the rounds are not known, but it counts in s32 by 1
    std::int64_t most_rounds = -1;                       // that it takes, where they are not known; -1: nor is this
};

// The number that an instruction is, well inside int64; nothing where it is no integer constant.
std::optional<std::int64_t> integer_constant(const Instruction& instruction);

// The rounds of a lowered while are known where a counter starts at a constant, steps by a constant, and is compared
// with a constant, all in integers that hold each of its values, conversions between them included. What the exporter
// claims (known_trip_count) is not looked at. `for (i = x; i < n; ++i)` counts, too, in s32 with an n that no round
// changes. Where `counter < constant` is one of several conditions that must all hold, it bounds the rounds.
CountedLoop counted_loop(const Module& module, const Computation& computation, const Instruction& loop);

} // namespace hlo2cpp
