// Arithmetic on sizes that come from an input: overflow is noticed, never wrapped.
#pragma once

#include <cstdint>
#include <optional>

namespace hlo2cpp {

inline std::optional<std::int64_t> checked_multiply(std::int64_t a, std::int64_t b) {
    std::int64_t product = 0;
    if (__builtin_mul_overflow(a, b, &product)) return std::nullopt;
    return product;
}

inline std::optional<std::int64_t> checked_add(std::int64_t a, std::int64_t b) {
    std::int64_t sum = 0;
    if (__builtin_add_overflow(a, b, &sum)) return std::nullopt;
    return sum;
}

// The product and the sum of counts, or the largest number where they are larger.
inline std::int64_t saturating_multiply(std::int64_t a, std::int64_t b) {
    return checked_multiply(a, b).value_or(INT64_MAX);
}

inline std::int64_t saturating_add(std::int64_t a, std::int64_t b) {
    return checked_add(a, b).value_or(INT64_MAX);
}

} // namespace hlo2cpp
