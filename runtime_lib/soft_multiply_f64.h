#pragma once

#include <stdint.h>

#include "float_parts.h"
#include "product_u32.h"

// The upper half of a * b, and `rest`, the 32 bits that follow, of which the last one is also set for what follows
// these.
static inline uint64_t upper_product_u64(uint64_t a, uint64_t b, uint32_t* rest) noexcept {
    const uint32_t first = static_cast<uint32_t>(a);
    const uint32_t second = static_cast<uint32_t>(b);
    const uint32_t upper_first = static_cast<uint32_t>(a >> 32);
    const uint32_t upper_second = static_cast<uint32_t>(b >> 32);
    const uint64_t low = product_u32(first, second);
    const uint64_t middle = product_u32(upper_first, second) + (low >> 32);
    const uint64_t other = product_u32(first, upper_second) + static_cast<uint32_t>(middle);
    *rest = static_cast<uint32_t>(other) | (static_cast<uint32_t>(low) != 0u ? 1u : 0u);
    return product_u32(upper_first, upper_second) + (middle >> 32) + (other >> 32);
}

// The bits of a product, where an operand is zero, subnormal, infinite or NaN, or the product is not normal.
static inline uint64_t soft_multiply_special_f64(uint64_t a, uint64_t b) noexcept {
    const uint64_t infinity = 0x7ff0000000000000u;
    const uint64_t sign = (a ^ b) & 0x8000000000000000u;
    const uint64_t x = a & 0x7fffffffffffffffu;
    const uint64_t y = b & 0x7fffffffffffffffu;
    if ((x >= infinity) || (y >= infinity)) {
        const bool none = (x > infinity) || (y > infinity) || (x == 0u) || (y == 0u);
        return none ? 0x7ff8000000000000u : sign | infinity;
    }
    if ((x == 0u) || (y == 0u)) return sign;
    const parts_f64 left = parts_from_f64(x);
    const parts_f64 right = parts_from_f64(y);
    uint32_t rest = 0u;
    const uint64_t product = upper_product_u64(left.significand << 11, right.significand << 11, &rest);
    const int32_t up = product >> 63 == 0u ? 1 : 0;
    const uint64_t next = up == 0 ? 0u : rest >> 31;
    const uint64_t sticky = rest << up != 0u ? 1u : 0u;
    return rounded_f64(sign, left.exponent + right.exponent - 1022 - up, (product << up) | next | sticky);
}

// The bits of a product from those of its factors, in 32-bit arithmetic. `kept` has the 53 bits of the result, or 52
// before it is shifted, `rest` those that follow.
static inline uint64_t soft_multiply_f64(uint64_t a, uint64_t b) noexcept {
    const uint32_t x = static_cast<uint32_t>(a >> 32) << 1 >> 21;
    const uint32_t y = static_cast<uint32_t>(b >> 32) << 1 >> 21;
    if ((x - 1u > 2045u) || (y - 1u > 2045u)) return soft_multiply_special_f64(a, b);
    uint32_t rest = 0u;
    uint64_t kept =
        upper_product_u64(a << 11 | 0x8000000000000000u, (b & 0x000fffffffffffffu) | 0x0010000000000000u, &rest);
    uint32_t below = x + y - 1023u; // the exponent less one, which the first bit of `kept` adds
    if (kept >> 52 == 0u) {
        kept = kept << 1 | rest >> 31;
        rest = rest << 1 | (rest & 1u);
        --below;
    }
    if (below > 2045u) return soft_multiply_special_f64(a, b);
    const uint32_t sign = static_cast<uint32_t>((a ^ b) >> 32) & 0x80000000u;
    return (static_cast<uint64_t>(sign + (below << 20)) << 32) + nearest_u64(kept, rest);
}
