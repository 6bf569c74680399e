// The bounds of a reduction's loop, with the points left out that a condition excludes:
//
//     0 <= 2*i + k - 1 < 32    becomes    for (k = max(0, 1 - 2*i); k < min(3, 33 - 2*i); ++k)
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "program/emitter.h"

namespace hlo2cpp {

struct LoopBounds {
    tree::Expression begin, end; // atoms, computed where they are known
    bool clipped = false;
    std::optional<Range> numbers; // begin and end where both are
    std::vector<Condition> tests; // conditions that no bound can stand for
};

inline LoopBounds between(const Range& numbers) {
    return {.begin = tree::integer(numbers.begin), .end = tree::integer(numbers.end), .numbers = numbers, .tests = {}};
}

// For a loop over `range` of the dimension, the innermost one that the conditions depend on. Each point of it is
// `steps` steps of the loop, which needs conditions whose coefficient of the dimension is 1 or -1 where they are
// several.
LoopBounds clipped_bounds(Emitter& emitter, const std::vector<Condition>& conditions, std::int64_t dim,
                          const Range& range, std::int64_t steps = 1);

// Opens the loop over blocks of so many of the steps, and returns where one begins and ends; its `numbers` stay unset.
LoopBounds open_blocks(Emitter& emitter, const Range& steps, std::int64_t block);

} // namespace hlo2cpp
