#pragma once

#include <stdint.h>

#include "float_parts.h"

// The bits of a sum whose larger term a is subnormal or zero, infinite or NaN.
static inline uint64_t soft_add_special_f64(uint64_t a, uint64_t b) noexcept {
    const bool differ = (a ^ b) >> 63 != 0u;
    if (a << 1 >= 0xffe0000000000000u) {
        const bool none = (a << 1 > 0xffe0000000000000u) || (differ && (b << 1 == 0xffe0000000000000u));
        return none ? 0x7ff8000000000000u : a;
    }
    if (!differ) return a + (b & 0x7fffffffffffffffu); // subnormals are integers; what they carry is the first exponent
    return a << 1 == b << 1 ? 0u : a - (b & 0x7fffffffffffffffu);
}

// The bits of a sum with many leading zeros: of significand and rest below the exponent of a.
static inline uint64_t soft_cancelled_f64(uint64_t a, uint64_t significand, uint32_t rest) noexcept {
    uint32_t below = (static_cast<uint32_t>(a >> 32) << 1 >> 21) - 1u;
    if (significand == 0u && rest == 0u) return 0u;
    for (; (significand >> 37 == 0u) && (below > 15u); below -= 16u) {
        significand = significand << 16 | rest >> 16;
        rest <<= 16;
    }
    for (; (significand >> 52 == 0u) && (below != 0u); --below) {
        significand = significand << 1 | rest >> 31;
        rest <<= 1;
    }
    const uint32_t sign = static_cast<uint32_t>(a >> 32) & 0x80000000u;
    return (static_cast<uint64_t>(sign + (below << 20)) << 32) + nearest_u64(significand, rest);
}

// The bits of a sum whose larger term is a, from those of its terms, in 32-bit arithmetic. As soft_add_f32.
static inline uint64_t soft_add_ordered_f64(uint64_t a, uint64_t b) noexcept {
    const uint32_t upper = static_cast<uint32_t>(a >> 32);
    uint32_t high = static_cast<uint32_t>(b >> 32);
    uint32_t low = static_cast<uint32_t>(b);
    const uint32_t exponent = upper << 1 >> 21;
    const bool differ = (upper ^ high) >> 31 != 0u;
    if (exponent - 1u > 2045u) return soft_add_special_f64(a, b);
    uint32_t down = exponent - (high << 1 >> 21);
    high = (high & 0x000fffffu) | 0x00100000u;
    if (down == exponent) { // subnormals have no first bit, and the exponent 1
        high ^= 0x00100000u;
        --down;
    }
    if (down > 54u) return a;
    uint32_t rest = 0u;
    if (down > 31u) {
        rest = low;
        low = high;
        high = 0u;
        down -= 32u;
    }
    const uint32_t up = 31u - down;
    const uint32_t sticky = rest << 1 << up != 0u ? 1u : 0u;
    rest = rest >> down | low << 1 << up | sticky;
    low = low >> down | high << 1 << up;
    high >>= down;
    const uint64_t added = static_cast<uint64_t>(high) << 32 | low;
    if (differ) {
        const uint64_t sum = a - added - (rest != 0u ? 1u : 0u);
        rest = 0u - rest;
        if (static_cast<uint32_t>(sum >> 52) == upper >> 20) return nearest_u64(sum, rest);
        return soft_cancelled_f64(a, sum - (a & 0xfff0000000000000u) + 0x0010000000000000u, rest);
    }
    const uint64_t sum = a + added;
    const uint32_t sum_high = static_cast<uint32_t>(sum >> 32);
    if (sum_high >> 20 == upper >> 20) return nearest_u64(sum, rest);
    if (exponent == 2046u) return static_cast<uint64_t>((upper & 0x80000000u) | 0x7ff00000u) << 32;
    const uint32_t carried =
        sum_high - (upper & 0xfff00000u) + 0x00100000u; // upper bits of the significand, which loses its last one
    low = static_cast<uint32_t>(sum) >> 1 | carried << 31;
    high = (upper & 0xfff00000u) + (carried >> 1);
    rest = rest >> 1 | (rest & 1u) | static_cast<uint32_t>(sum) << 31;
    return nearest_u64(static_cast<uint64_t>(high) << 32 | low, rest);
}

// The bits of a sum from those of its terms.
static inline uint64_t soft_add_f64(uint64_t a, uint64_t b) noexcept {
    const uint32_t x = static_cast<uint32_t>(a >> 32) << 1;
    const uint32_t y = static_cast<uint32_t>(b >> 32) << 1;
    const bool less = x < y || (x == y && static_cast<uint32_t>(a) < static_cast<uint32_t>(b));
    return less ? soft_add_ordered_f64(b, a) : soft_add_ordered_f64(a, b);
}
