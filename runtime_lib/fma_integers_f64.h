#pragma once

#include <stdint.h>

#include "bits.h"
#include "clz.h"
#include "float_parts.h"
#include "mulhi.h"

// high * 2^64 + low.
struct wide_u128 {
    uint64_t high;
    uint64_t low;
};

// x / 2^count; the last bit is also set where one was cut off, so that rounding sees it.
static inline wide_u128 shift_right_sticky_u128(wide_u128 x, uint32_t count) noexcept {
    if (count == 0u) return x;
    if (count > 63u) return wide_u128{0u, shift_right_sticky_u64(x.high, count - 64u) | (x.low != 0u ? 1u : 0u)};
    const uint64_t cut = x.low << (64u - count) != 0u ? 1u : 0u;
    return wide_u128{x.high >> count, x.low >> count | x.high << (64u - count) | cut};
}

// a - b; below zero 2^128 more.
static inline wide_u128 difference_u128(wide_u128 a, wide_u128 b) noexcept {
    return wide_u128{a.high - b.high - (a.low < b.low ? 1u : 0u), a.low - b.low};
}

// a * b + c where a or b is zero, infinite or NaN, or c is infinite or NaN. Every NaN is the same one.
static inline double fma_special_f64(double a, double b, double c) noexcept {
    const uint64_t infinity = 0x7ff0000000000000u;
    const uint64_t x = bits_from_f64(a) & 0x7fffffffffffffffu;
    const uint64_t y = bits_from_f64(b) & 0x7fffffffffffffffu;
    const uint64_t z = bits_from_f64(c);
    const uint64_t size = z & 0x7fffffffffffffffu;
    const uint64_t sign = (bits_from_f64(a) ^ bits_from_f64(b)) & 0x8000000000000000u;
    const bool none = (x > infinity) || (y > infinity) || (size > infinity) || ((x == infinity) && (y == 0u)) ||
                      ((y == infinity) && (x == 0u));
    const bool infinite = (x == infinity) || (y == infinity);
    if (none || (infinite && (z == (infinity | (sign ^ 0x8000000000000000u)))))
        return f64_from_bits(0x7ff8000000000000u);
    if (infinite) return f64_from_bits(sign | infinity);
    return size == 0u ? f64_from_bits(sign & z) : c; // + 0 - 0 is + 0
}

// a * b + c, rounded once, in integers: for machines without an instruction. Both terms get their first bit at 2^124 or
// 2^125, the smaller one is shifted to the other's exponent, and what it loses there is far below the last place.
static inline double fma_integers_f64(double a, double b, double c) noexcept {
    const uint64_t infinity = 0x7ff0000000000000u;
    const uint64_t x = bits_from_f64(a);
    const uint64_t y = bits_from_f64(b);
    const uint64_t z = bits_from_f64(c);
    const bool finite = ((x & infinity) != infinity) && ((y & infinity) != infinity) && ((z & infinity) != infinity);
    if (!finite || (x << 1 == 0u) || (y << 1 == 0u)) return fma_special_f64(a, b, c);
    const parts_f64 left = parts_from_f64(x);
    const parts_f64 right = parts_from_f64(y);
    const uint64_t first = left.significand << 10;
    const uint64_t second = right.significand << 10;
    wide_u128 product = {mulhi_u64(first, second), first * second};
    wide_u128 addend = {0u, 0u};
    int32_t exponent = left.exponent + right.exponent - 1023;
    if (z << 1 != 0u) {
        const parts_f64 added = parts_from_f64(z);
        const int32_t above = exponent - added.exponent;
        addend.high = added.significand << 8;
        if (above > 0) addend = shift_right_sticky_u128(addend, static_cast<uint32_t>(above));
        if (above < 0) product = shift_right_sticky_u128(product, static_cast<uint32_t>(-above));
        if (above < 0) exponent = added.exponent;
    }
    uint64_t sign = (x ^ y) & 0x8000000000000000u;
    const uint64_t low = product.low + addend.low;
    wide_u128 sum = {product.high + addend.high + (low < product.low ? 1u : 0u), low};
    if ((sign ^ (z & 0x8000000000000000u)) != 0u) {
        sum = difference_u128(product, addend);
        if ((sum.high | sum.low) == 0u) return 0.0;
        if (sum.high >> 63 != 0u) {
            sum = difference_u128(addend, product);
            sign ^= 0x8000000000000000u;
        }
    }
    if (sum.high == 0u) {
        sum = wide_u128{sum.low, 0u};
        exponent -= 64;
    }
    const uint32_t up = static_cast<uint32_t>(clz_u64(sum.high));
    const uint64_t next = up == 0u ? 0u : sum.low >> (64u - up);
    const uint64_t significand = sum.high << up | next | (sum.low << up != 0u ? 1u : 0u);
    return f64_from_bits(rounded_f64(sign, exponent + 3 - static_cast<int32_t>(up), significand));
}
