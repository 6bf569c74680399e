#pragma once

#include <stdint.h>

#include "bits.h"
#include "clz.h"
#include "float_parts.h"

// a * b + c where a or b is zero, infinite or NaN, or c is infinite or NaN. Every NaN is the same one.
static inline float fma_special_f32(float a, float b, float c) {
    const uint32_t infinity = 0x7f800000u;
    const uint32_t x = bits_from_f32(a) & 0x7fffffffu;
    const uint32_t y = bits_from_f32(b) & 0x7fffffffu;
    const uint32_t z = bits_from_f32(c);
    const uint32_t size = z & 0x7fffffffu;
    const uint32_t sign = (bits_from_f32(a) ^ bits_from_f32(b)) & 0x80000000u;
    const bool none = (x > infinity) | (y > infinity) | (size > infinity) | ((x == infinity) & (y == 0u)) |
                      ((y == infinity) & (x == 0u));
    const bool infinite = (x == infinity) | (y == infinity);
    if (none | (infinite & (z == (infinity | (sign ^ 0x80000000u))))) return f32_from_bits(0x7fc00000u);
    if (infinite) return f32_from_bits(sign | infinity);
    return size == 0u ? f32_from_bits(sign & z) : c; // + 0 - 0 is + 0
}

// a * b + c, rounded once, in integers: for machines without an instruction. Both terms get their first bit at 2^60 or
// 2^61 (the product also 2^62), the smaller one is shifted to the other's exponent, and what it loses there is far
// below the last place.
static inline float fma_f32(float a, float b, float c) {
    const uint32_t x = bits_from_f32(a);
    const uint32_t y = bits_from_f32(b);
    const uint32_t z = bits_from_f32(c);
    const bool finite =
        ((x & 0x7f800000u) != 0x7f800000u) & ((y & 0x7f800000u) != 0x7f800000u) & ((z & 0x7f800000u) != 0x7f800000u);
    if (!finite | (x << 1 == 0u) | (y << 1 == 0u)) return fma_special_f32(a, b, c);
    const parts_f32 left = parts_from_f32(x);
    const parts_f32 right = parts_from_f32(y);
    uint64_t product = static_cast<uint64_t>(left.significand << 7) * (right.significand << 7);
    uint64_t addend = 0u;
    int32_t exponent = left.exponent + right.exponent - 127;
    if (z << 1 != 0u) {
        const parts_f32 added = parts_from_f32(z);
        const int32_t above = exponent - added.exponent;
        addend = static_cast<uint64_t>(added.significand) << 37;
        if (above > 0) addend = shift_right_sticky_u64(addend, static_cast<uint32_t>(above));
        if (above < 0) product = shift_right_sticky_u64(product, static_cast<uint32_t>(-above));
        if (above < 0) exponent = added.exponent;
    }
    uint32_t sign = (x ^ y) & 0x80000000u;
    uint64_t sum = product + addend;
    if ((sign ^ (z & 0x80000000u)) != 0u) {
        if (product == addend) return 0.0f;
        sum = product > addend ? product - addend : addend - product;
        if (product < addend) sign ^= 0x80000000u;
    }
    const uint32_t up = static_cast<uint32_t>(clz_u64(sum));
    sum <<= up;
    const uint32_t significand = static_cast<uint32_t>(sum >> 32) | (static_cast<uint32_t>(sum) != 0u ? 1u : 0u);
    return f32_from_bits(rounded_f32(sign, exponent + 3 - static_cast<int32_t>(up), significand));
}
