// Ranges of integers, and the arithmetic on them that all stages share.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>

#include "support/checked.h"
#include "support/floor_divide.h"

namespace hlo2cpp {

// Infinity in ranges: no array has as many bytes, and a sum of two does not overflow.
constexpr std::int64_t kFar = std::int64_t{1} << 61;

// Half-open: begin, begin + 1, ..., end - 1. A begin at -kFar and an end at kFar are unknown. Arithmetic saturates: it
// rounds values further away outwards, to -kFar <= begin < kFar and -kFar < end <= kFar.
struct Range {
    std::int64_t begin = 0, end = 0;
    std::int64_t size() const { return end - begin; }
    bool contains(std::int64_t value) const { return begin <= value && value < end; }
    // The last value; kFar for an infinite end.
    std::int64_t last() const { return end >= kFar ? kFar : end - 1; }
    // The only value of a range of one.
    std::optional<std::int64_t> single() const {
        return size() == 1 && begin > -kFar && end < kFar ? std::optional(begin) : std::nullopt;
    }
    friend bool operator==(const Range&, const Range&) = default;
};

// The closed range low, ..., high.
inline Range from_to(std::int64_t low, std::int64_t high) {
    return {std::clamp(low, -kFar, kFar - 1), std::clamp(high, -kFar, kFar - 1) + 1};
}
inline Range only(std::int64_t value) {
    return from_to(value, value);
}

// Saturating arithmetic; the sum is for begins.
inline std::int64_t far_sum(std::int64_t a, std::int64_t b) {
    return a <= -kFar || b <= -kFar ? -kFar : std::clamp(a + b, -kFar, kFar - 1);
}
inline std::int64_t far_product(std::int64_t a, std::int64_t b) {
    if (const auto product = checked_multiply(a, b)) return std::clamp(*product, -kFar, kFar);
    return (a < 0) == (b < 0) ? kFar : -kFar;
}

// All values of a + b, range * factor and floor(range / divisor), of ranges that are not empty.
inline Range sum(const Range& a, const Range& b) {
    const bool known = a.end < kFar && b.end < kFar;
    return from_to(far_sum(a.begin, b.begin), known ? a.last() + b.last() : kFar);
}
inline Range scaled(const Range& range, std::int64_t factor) {
    if (factor == 0) return {0, 1};
    const std::int64_t a = far_product(range.begin, factor), b = far_product(range.last(), factor);
    return from_to(std::min(a, b), std::max(a, b));
}
inline Range floor_divided(const Range& range, std::int64_t divisor) {
    return from_to(range.begin <= -kFar ? -kFar : floor_divide(range.begin, divisor),
                   range.end >= kFar ? kFar : floor_divide(range.last(), divisor));
}

inline Range hull(const Range& a, const Range& b) { // of two that are not empty
    return {std::min(a.begin, b.begin), std::max(a.end, b.end)};
}
inline Range common_part(const Range& a, const Range& b) {
    return {std::max(a.begin, b.begin), std::min(a.end, b.end)};
}
inline bool contains(const Range& outer, const Range& inner) {
    return outer.begin <= inner.begin && inner.end <= outer.end;
}

} // namespace hlo2cpp
