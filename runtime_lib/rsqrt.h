#pragma once

#include "sqrt.h"

// 1 / sqrt(x), worst error 0.85 ULP (every 15th argument; x = 9.39203144e-38).
// The root of the reciprocal halves the reciprocal's error; x is scaled by 2^24 or 2^-24 where the reciprocal would not
// be normal: in 2 steps or none.
static inline float rsqrt_f32(float x) noexcept {
    uint32_t bits = bits_from_f32(x);
    uint32_t size = bits & 0x7fffffffu;
    uint32_t steps = 1u + ((size - 0x00800000u) >> 31) - ((0x7e000000u - size) >> 31);
    float y = sqrt_f32(1.0f / (x * f32_from_bits(0x33800000u + steps * 0x0c000000u)));
    y *= f32_from_bits(0x39800000u + steps * 0x06000000u);
    uint32_t result = bits > 0x80000000u ? 0x7fc00000u : bits_from_f32(y);
    return f32_from_bits(bits == 0x80000000u ? 0xff800000u : result);
}

// 1 / sqrt(x), worst error 0.85 ULP (10^7 arguments). As rsqrt_f32, with 2^54.
static inline double rsqrt_f64(double x) noexcept {
    uint64_t bits = bits_from_f64(x);
    uint64_t size = bits & 0x7fffffffffffffffu;
    uint64_t steps = 1u + ((size - 0x0010000000000000u) >> 63) - ((0x7fc0000000000000u - size) >> 63);
    double y = sqrt_f64(1.0 / (x * f64_from_bits(0x3c90000000000000u + steps * 0x0360000000000000u)));
    y *= f64_from_bits(0x3e40000000000000u + steps * 0x01b0000000000000u);
    uint64_t result = bits > 0x8000000000000000u ? 0x7ff8000000000000u : bits_from_f64(y);
    return f64_from_bits(bits == 0x8000000000000000u ? 0xfff0000000000000u : result);
}
