#pragma once

#include "bits.h"
#include "clz.h"

// Square root in integers, correctly rounded, for machines without an instruction.
// x = 4^e m with m in [1, 4); the root of m is found bit by bit, with one bit more than the result has and what is left
// over.
static inline float square_root_f32(float x) noexcept {
    uint32_t size = bits_from_f32(x);
    if (size == 0u || size == 0x80000000u || size == 0x7f800000u) return x;
    if (size > 0x7f800000u) return f32_from_bits(0x7fc00000u); // below zero, or NaN
    uint32_t up = size < 0x00800000u ? clz_u32(size) - 8u : 0u;
    uint32_t exponent = size < 0x00800000u ? 1u : size >> 23;
    uint32_t rest = up > 0u ? size << up : (size & 0x007fffffu) | 0x00800000u;
    uint32_t biased = exponent + 127u - up; // odd where 2 must go from the exponent into m
    rest <<= (biased & 1u) + 1u;
    uint32_t root = 0u;
    uint32_t tried = 0u;
    for (uint32_t bit = 0x01000000u; bit != 0u; bit >>= 1) {
        if (tried + bit <= rest) {
            tried += bit;
            rest -= tried;
            tried += bit;
            root += bit;
        }
        rest <<= 1;
    }
    root += rest != 0u ? root & 1u : 0u;
    return f32_from_bits((root >> 1) + (((biased >> 1) - 1u) << 23));
}

// Square root in integers, correctly rounded. As square_root_f32.
static inline double square_root_f64(double x) noexcept {
    uint64_t size = bits_from_f64(x);
    if (size == 0u || size == 0x8000000000000000u || size == 0x7ff0000000000000u) return x;
    if (size > 0x7ff0000000000000u) return f64_from_bits(0x7ff8000000000000u); // below zero, or NaN
    uint64_t up = size < 0x0010000000000000u ? clz_u64(size) - 11u : 0u;
    uint64_t exponent = size < 0x0010000000000000u ? 1u : size >> 52;
    uint64_t rest = up > 0u ? size << up : (size & 0x000fffffffffffffu) | 0x0010000000000000u;
    uint64_t biased = exponent + 1023u - up;
    rest <<= (biased & 1u) + 1u;
    uint64_t root = 0u;
    uint64_t tried = 0u;
    for (uint64_t bit = 0x0020000000000000u; bit != 0u; bit >>= 1) {
        if (tried + bit <= rest) {
            tried += bit;
            rest -= tried;
            tried += bit;
            root += bit;
        }
        rest <<= 1;
    }
    root += rest != 0u ? root & 1u : 0u;
    return f64_from_bits((root >> 1) + (((biased >> 1) - 1u) << 52));
}
