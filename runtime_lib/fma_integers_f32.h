#pragma once

#include <stdint.h>

#include "bits.h"
#include "float_parts.h"
#include "product_u32.h"

// a * b + c where a or b is zero, infinite or NaN, or c is infinite or NaN. Every NaN is the same one.
static inline float fma_special_f32(float a, float b, float c) noexcept {
    const uint32_t infinity = 0x7f800000u;
    const uint32_t x = bits_from_f32(a) & 0x7fffffffu;
    const uint32_t y = bits_from_f32(b) & 0x7fffffffu;
    const uint32_t z = bits_from_f32(c);
    const uint32_t size = z & 0x7fffffffu;
    const uint32_t sign = (bits_from_f32(a) ^ bits_from_f32(b)) & 0x80000000u;
    const bool none = (x > infinity) || (y > infinity) || (size > infinity) || ((x == infinity) && (y == 0u)) ||
                      ((y == infinity) && (x == 0u));
    const bool infinite = (x == infinity) || (y == infinity);
    if (none || (infinite && (z == (infinity | (sign ^ 0x80000000u))))) return f32_from_bits(0x7fc00000u);
    if (infinite) return f32_from_bits(sign | infinity);
    return size == 0u ? f32_from_bits(sign & z) : c; // + 0 - 0 is + 0
}

// A significand of 24 bits, and 32 that follow.
struct long_significand {
    uint32_t high;
    uint32_t low;
};

// x / 2^down; the last bit is also set where one was cut off, so that rounding sees it.
static inline long_significand shifted_down(long_significand x, uint32_t down) noexcept {
    uint32_t sticky = 0u;
    if (down > 31u) {
        sticky = x.low;
        x.low = x.high;
        x.high = 0u;
        down = down > 63u ? 31u : down - 32u; // 31 leave nothing of 24 bits
    }
    const uint32_t up = 31u - down;
    sticky |= x.low << 1 << up;
    x.low = x.low >> down | x.high << 1 << up | (sticky != 0u ? 1u : 0u);
    x.high >>= down;
    return x;
}

// The bits of the float nearest to a difference, whose sign is `sign` unless it is below zero.
static inline uint32_t rounded_difference_f32(uint32_t sign, int32_t exponent, long_significand x) noexcept {
    if ((x.high | x.low) == 0u) return 0u;
    if (x.high >> 31 != 0u) {
        x.high = ~x.high + (x.low == 0u ? 1u : 0u);
        x.low = 0u - x.low;
        sign ^= 0x80000000u;
    }
    for (; (x.high < 0x00010000u) && (exponent > 8); exponent -= 8) {
        x.high = x.high << 8 | x.low >> 24;
        x.low <<= 8;
    }
    for (; (x.high < 0x00800000u) && (exponent > 1); --exponent) {
        x.high = x.high << 1 | x.low >> 31;
        x.low <<= 1;
    }
    if (exponent > 254) return sign | 0x7f800000u;
    return sign + (static_cast<uint32_t>(exponent - 1) << 23) + nearest_u32(x.high, x.low);
}

// The bits of the float nearest to a sum; its significand may have carried into a 25th bit.
static inline uint32_t rounded_sum_f32(uint32_t sign, int32_t exponent, long_significand x) noexcept {
    if (x.high > 0x00ffffffu) {
        x.low = x.low >> 1 | (x.low & 1u) | x.high << 31;
        x.high >>= 1;
        ++exponent;
    }
    if (exponent > 254) return sign | 0x7f800000u;
    return sign + (static_cast<uint32_t>(exponent - 1) << 23) + nearest_u32(x.high, x.low);
}

// The bits of a product plus the finite float with the bits z: the term of the smaller exponent is shifted down to the
// other's. Exponents end at 1, that of subnormals.
static inline uint32_t add_product_f32(uint32_t sign, int32_t exponent, long_significand large, uint32_t z) noexcept {
    const bool differ = (sign ^ z) >> 31 != 0u;
    const bool subnormal = z << 1 >> 24 == 0u;
    long_significand small = {(z & 0x007fffffu) | (subnormal ? 0u : 0x00800000u), 0u};
    int32_t down = exponent - (subnormal ? 1 : static_cast<int32_t>(z << 1 >> 24));
    if (down < 0) {
        const long_significand larger = small;
        small = large;
        large = larger;
        exponent -= down;
        down = -down;
        sign = z & 0x80000000u;
    }
    small = shifted_down(small, static_cast<uint32_t>(down));
    if (differ) {
        const uint32_t borrow = large.low < small.low ? 1u : 0u;
        return rounded_difference_f32(sign, exponent,
                                      long_significand{large.high - small.high - borrow, large.low - small.low});
    }
    const uint32_t low = large.low + small.low;
    return rounded_sum_f32(sign, exponent,
                           long_significand{large.high + small.high + (low < small.low ? 1u : 0u), low});
}

// a * b + c, rounded once, in integers of 32 bits: for machines without an instruction. The product has 48 bits.
static inline float fma_integers_f32(float a, float b, float c) noexcept {
    const uint32_t x = bits_from_f32(a);
    const uint32_t y = bits_from_f32(b);
    const uint32_t z = bits_from_f32(c);
    const bool finite = (x << 1 < 0xff000000u) && (y << 1 < 0xff000000u) && (z << 1 < 0xff000000u);
    if (!finite || (x << 1 == 0u) || (y << 1 == 0u)) return fma_special_f32(a, b, c);
    const parts_f32 left = parts_from_f32(x);
    const parts_f32 right = parts_from_f32(y);
    const uint64_t whole = significand_product_f32(left.significand, right.significand);
    long_significand product = {static_cast<uint32_t>(whole >> 32), static_cast<uint32_t>(whole)};
    int32_t exponent = left.exponent + right.exponent - 126;
    if (product.high < 0x00800000u) {
        product.high = product.high << 1 | product.low >> 31;
        product.low <<= 1;
        --exponent;
    }
    return f32_from_bits(add_product_f32((x ^ y) & 0x80000000u, exponent, product, z));
}
