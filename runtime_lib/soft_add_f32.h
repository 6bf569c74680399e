#pragma once

#include <stdint.h>

#include "float_parts.h"

// The bits of a sum whose larger term a is subnormal or zero, infinite or NaN.
static inline uint32_t soft_add_special_f32(uint32_t a, uint32_t b) noexcept {
    const bool differ = (a ^ b) >> 31 != 0u;
    if (a << 1 >= 0xff000000u) {
        const bool none = (a << 1 > 0xff000000u) || (differ && (b << 1 == 0xff000000u));
        return none ? 0x7fc00000u : a;
    }
    if (!differ) return a + (b & 0x7fffffffu); // subnormals are integers; what they carry is the first exponent
    return a << 1 == b << 1 ? 0u : a - (b & 0x7fffffffu);
}

// The bits of a sum with many leading zeros: of significand and rest below the exponent of a.
static inline uint32_t soft_cancelled_f32(uint32_t a, uint32_t significand, uint32_t rest) noexcept {
    uint32_t below = (a >> 23 & 0xffu) - 1u;
    if ((significand | rest) == 0u) return 0u;
    for (; (significand < 0x00800000u) && (below != 0u); --below) {
        significand = significand << 1 | rest >> 31;
        rest <<= 1;
    }
    return (a & 0x80000000u) + (below << 23) + nearest_u32(significand, rest);
}

// The bits of a sum from those of its terms, in 32-bit arithmetic. A significand is added to the bits of the larger
// number, whose exponent is then that of the result but where it carries or cancels; `rest` are the 32 bits that
// follow.
static inline uint32_t soft_add_f32(uint32_t a, uint32_t b) noexcept {
    if (a << 1 < b << 1) {
        const uint32_t larger = b;
        b = a;
        a = larger;
    }
    const uint32_t exponent = a << 1 >> 24;
    if (exponent - 1u > 253u) return soft_add_special_f32(a, b);
    uint32_t down = exponent - (b << 1 >> 24);
    uint32_t added = (b & 0x007fffffu) | 0x00800000u;
    if (down == exponent) { // subnormals have no first bit, and the exponent 1
        added ^= 0x00800000u;
        --down;
    }
    if (down > 25u) return a;
    uint32_t rest = added << 1 << (31u - down);
    added >>= down;
    uint32_t sum = a;
    if ((a ^ b) >> 31 == 0u) {
        sum += added;
        if (sum >> 23 != a >> 23) {
            const uint32_t carried = sum - (a & 0xff800000u) - 0x00800000u; // the fraction, which loses its last bit
            rest = rest >> 1 | carried << 31;
            sum -= carried - (carried >> 1);
            if (exponent == 254u) return sum & 0xff800000u;
        }
    } else {
        sum -= added + (rest != 0u ? 1u : 0u);
        rest = 0u - rest;
        if (sum >> 23 != a >> 23) return soft_cancelled_f32(a, sum - (a & 0xff800000u) + 0x00800000u, rest);
    }
    return nearest_u32(sum, rest);
}
