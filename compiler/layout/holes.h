// Holes between the elements that a window sees, and the phases of the points that see the same taps.
#pragma once

#include <optional>
#include <vector>

#include "kernel/kernel.h"

namespace hlo2cpp {

// Places first, first + period, ... of a dimension.
struct Comb {
    std::int64_t dim = 0;
    std::int64_t first = 0, period = 1;
    std::int64_t count(std::int64_t size) const { return first < size ? (size - first + period - 1) / period : 0; }
};

// All phases of a dimension in one, where each sees the same elements. They are a part of the features behind it:
//
//     for d < 8, f < 9, k < 2 where (d + k - 1) % 2 = 0     y[d, f] = sum of x[(d + k - 1) / 2] * w[k, f]
//
//     for d < 4, g < 18     y[2*d + g / 9, g % 9] = x[d] * w[1 - g / 9, g % 9]
struct Fold {
    std::int64_t dim = 0, tap = 0; // the features are dim + 1
    std::int64_t period = 1;
};

// Some of the points, and the taps that they see.
struct Phase {
    std::vector<Comb> combs;
    std::optional<Fold> fold;
    bool is_empty = false; // all taps are holes
};

// The phases of all points of a kernel with a reduction. Empty: it has none, or too many.
std::vector<Phase> phases_of(const Kernel& kernel, bool may_fold);

} // namespace hlo2cpp
