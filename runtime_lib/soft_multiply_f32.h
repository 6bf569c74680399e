#pragma once

#include <stdint.h>

#include "float_parts.h"
#include "product_u32.h"

// The bits of a product, where an operand is zero, subnormal, infinite or NaN, or the product is not normal.
static inline uint32_t soft_multiply_special_f32(uint32_t a, uint32_t b) noexcept {
    const uint32_t sign = (a ^ b) & 0x80000000u;
    const uint32_t x = a & 0x7fffffffu;
    const uint32_t y = b & 0x7fffffffu;
    if ((x >= 0x7f800000u) || (y >= 0x7f800000u)) {
        const bool none = (x > 0x7f800000u) || (y > 0x7f800000u) || (x == 0u) || (y == 0u);
        return none ? 0x7fc00000u : sign | 0x7f800000u;
    }
    if ((x == 0u) || (y == 0u)) return sign;
    const parts_f32 left = parts_from_f32(x);
    const parts_f32 right = parts_from_f32(y);
    const uint64_t product = product_u32(left.significand << 8, right.significand << 8);
    const uint32_t up = product >> 63 == 0u ? 1u : 0u;
    const uint64_t first = product << up;
    const uint32_t sticky = static_cast<uint32_t>(first) != 0u ? 1u : 0u;
    const int32_t exponent = left.exponent + right.exponent - 126 - static_cast<int32_t>(up);
    return rounded_f32(sign, exponent, static_cast<uint32_t>(first >> 32) | sticky);
}

// The bits of a product from those of its factors, in 32-bit arithmetic. `kept` has the 24 bits of the result, or 23
// before it is shifted, `rest` all that follow.
static inline uint32_t soft_multiply_f32(uint32_t a, uint32_t b) noexcept {
    const uint32_t x = a << 1 >> 24;
    const uint32_t y = b << 1 >> 24;
    if ((x - 1u > 253u) || (y - 1u > 253u)) return soft_multiply_special_f32(a, b);
    const uint64_t product = significand_product_f32(a, b);
    uint32_t kept = static_cast<uint32_t>(product >> 32);
    uint32_t rest = static_cast<uint32_t>(product);
    uint32_t below = x + y - 127u; // the exponent less one, which the first bit of `kept` adds
    if (kept < 0x00800000u) {
        kept = kept << 1 | rest >> 31;
        rest <<= 1;
        --below;
    }
    if (below > 253u) return soft_multiply_special_f32(a, b);
    return ((a ^ b) & 0x80000000u) + (below << 23) + nearest_u32(kept, rest);
}
