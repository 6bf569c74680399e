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

    // The dividend; with `extra` if nothing divides it.
    Index dividend() const { return divisor == 1 ? sum + Index(extra) : sum; }
    std::optional<std::int64_t> number() const { return range.single(); }
};

// From the largest of the begins to the smallest of the ends; limits that never count are left out.
struct Clipped {
    std::vector<LoopLimit> begins, ends;
    std::vector<Condition> tests; // conditions that no bound can stand for
    bool clipped = false;         // by some condition

    std::optional<Range> numbers() const; // where both are
};

// For a loop over `range` of the dimension, the innermost one that the conditions depend on. Each point of it is
// `steps` steps of the loop, which needs conditions whose coefficient of the dimension is 1 or -1 where they are
// several. `bounds` are those of the dependences, `point` those of the points where the loop begins.
Clipped clipped_range(const Kernel& kernel, const Bounds& bounds, const Dependences& dependences, const Bounds& point,
                      const std::vector<Condition>& conditions, std::int64_t dim, const Range& range,
                      std::int64_t steps = 1);

} // namespace hlo2cpp
