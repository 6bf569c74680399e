#pragma once

#include "bits.h"
#include "clz.h"

// The remainder of x / y with the sign of x (fmod), exact. Long division of the significands, 8 bits a round.
static inline float remainder_f32(float x, float y) noexcept {
    uint32_t a = bits_from_f32(x) & 0x7fffffffu;
    uint32_t b = bits_from_f32(y) & 0x7fffffffu;
    uint32_t sign = bits_from_f32(x) & 0x80000000u;
    if (a >= 0x7f800000u || b > 0x7f800000u || b == 0u) return f32_from_bits(0x7fc00000u);
    if (a < b) return x;
    // Significands with their leading bit; the exponent of a denormal is 1.
    uint32_t a_exponent = a < 0x00800000u ? 1u : a >> 23;
    uint32_t b_exponent = b < 0x00800000u ? 1u : b >> 23;
    uint32_t rest = a < 0x00800000u ? a : (a & 0x007fffffu) | 0x00800000u;
    uint32_t divisor = b < 0x00800000u ? b : (b & 0x007fffffu) | 0x00800000u;
    uint32_t shift = a_exponent - b_exponent;
    rest %= divisor;
    for (int32_t round = 0; round < 32 && shift != 0u; ++round) {
        uint32_t step = shift < 8u ? shift : 8u;
        rest = (rest << step) % divisor;
        shift -= step;
    }
    if (rest == 0u) return f32_from_bits(sign);
    uint32_t up = clz_u32(rest) - 8u;
    up = up < b_exponent ? up : b_exponent - 1u;
    return f32_from_bits(sign | ((rest << up) + ((b_exponent - up - 1u) << 23)));
}

// The remainder of x / y with the sign of x (fmod), exact. Long division of the significands, 11 bits a round.
static inline double remainder_f64(double x, double y) noexcept {
    uint64_t a = bits_from_f64(x) & 0x7fffffffffffffffu;
    uint64_t b = bits_from_f64(y) & 0x7fffffffffffffffu;
    uint64_t sign = bits_from_f64(x) & 0x8000000000000000u;
    if (a >= 0x7ff0000000000000u || b > 0x7ff0000000000000u || b == 0u) return f64_from_bits(0x7ff8000000000000u);
    if (a < b) return x;
    // Significands with their leading bit; the exponent of a denormal is 1.
    uint64_t a_exponent = a < 0x0010000000000000u ? 1u : a >> 52;
    uint64_t b_exponent = b < 0x0010000000000000u ? 1u : b >> 52;
    uint64_t rest = a < 0x0010000000000000u ? a : (a & 0x000fffffffffffffu) | 0x0010000000000000u;
    uint64_t divisor = b < 0x0010000000000000u ? b : (b & 0x000fffffffffffffu) | 0x0010000000000000u;
    uint64_t shift = a_exponent - b_exponent;
    rest %= divisor;
    for (int32_t round = 0; round < 186 && shift != 0u; ++round) {
        uint64_t step = shift < 11u ? shift : 11u;
        rest = (rest << step) % divisor;
        shift -= step;
    }
    if (rest == 0u) return f64_from_bits(sign);
    uint64_t up = clz_u64(rest) - 11u;
    up = up < b_exponent ? up : b_exponent - 1u;
    return f64_from_bits(sign | ((rest << up) + ((b_exponent - up - 1u) << 52)));
}
