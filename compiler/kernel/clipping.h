// The points of a dimension where conditions hold, as bounds of a loop:
//
//     0 <= 2*i + k - 1 < 32    becomes    for (k = max(0, 1 - 2*i); k < min(3, 33 - 2*i); ++k)
#pragma once

#include <optional>
#include <vector>

#include "kernel/dependence.h"

namespace hlo2cpp {

// floor(sum / divisor) + extra.
struct LoopLimit {
    Index sum;
    std::int64_t divisor = 1, extra = 0;
    Range range; // of its values

    // The dividend; the whole limit if the divisor is 1.
    Index dividend() const { return divisor == 1 ? sum + Index(extra) : sum; }
    std::optional<std::int64_t> number() const { return range.single(); }
};

// The loop runs from the largest of the begins to the smallest of the ends. Redundant limits are left out.
struct Clipped {
    std::vector<LoopLimit> begins, ends;
    std::vector<Condition> tests; // conditions that no bound can stand for
    bool clipped = false;         // true if a condition clips the range

    std::optional<Range> numbers() const; // if begin and end are numbers
};

// Clips a loop over `range` of the dimension, the innermost dimension of the conditions. One round covers `steps`
// points; with several, the dimension's coefficient in the conditions must be 1 or -1. `bounds` belong to the
// dependences, `point` to the first points of the rounds.
Clipped clipped_range(const Kernel& kernel, const Bounds& bounds, const Dependences& dependences, const Bounds& point,
                      const std::vector<Condition>& conditions, std::int64_t dim, const Range& range,
                      std::int64_t steps = 1);

} // namespace hlo2cpp
