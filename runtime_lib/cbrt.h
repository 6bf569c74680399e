#pragma once

#include "bits.h"

// Cube root, worst error 0.82 ULP (every 15th argument; x = -1.46819926e-39).
// A third of the bits is a first guess; y (y^3 + 2 x) / (2 y^3 + x) triples the good digits. The last step starts from
// 12 bits of y, whose square is exact.
static inline float cbrt_f32(float x) noexcept {
    uint32_t size = bits_from_f32(x) & 0x7fffffffu;
    // A denormal is scaled by 2^24, its root by 2^-8.
    uint32_t tiny = size < 0x00800000u ? 0xffffffffu : 0u;
    float a = f32_from_bits(size) * f32_from_bits(0x3f800000u + (tiny & 0x0c000000u));
    float y = f32_from_bits(bits_from_f32(a) / 3u + 0x2a514067u);
    float quarter = 0.25f * a; // against overflow
    float cube = y * y * (0.25f * y);
    y *= ((cube + quarter) + quarter) / ((cube + cube) + quarter);
    y = f32_from_bits(bits_from_f32(y) & 0xfffff000u);
    float other = a / (y * y);
    y = (y + y * ((other - y) / ((y + y) + other))) * f32_from_bits(0x3f800000u - (tiny & 0x04000000u));
    // 0, infinity and NaN stay.
    uint32_t ordinary = size - 1u < 0x7f7fffffu ? 0xffffffffu : 0u;
    return f32_from_bits((bits_from_f32(y) & ordinary) | (size & ~ordinary) | (bits_from_f32(x) & 0x80000000u));
}

// Cube root, worst error 0.83 ULP (10^7 arguments). As cbrt_f32, with 26 bits of y.
static inline double cbrt_f64(double x) noexcept {
    uint64_t size = bits_from_f64(x) & 0x7fffffffffffffffu;
    // A denormal is scaled by 2^54, its root by 2^-18.
    uint64_t tiny = size < 0x0010000000000000u ? 0xffffffffffffffffu : 0u;
    double a = f64_from_bits(size) * f64_from_bits(0x3ff0000000000000u + (tiny & 0x0360000000000000u));
    uint64_t third = static_cast<uint32_t>(bits_from_f64(a) >> 32) / 3u;
    double y = f64_from_bits((third + 0x2a9f7893u) << 32);
    double quarter = 0.25 * a; // against overflow
    double cube = y * y * (0.25 * y);
    y *= ((cube + quarter) + quarter) / ((cube + cube) + quarter);
    cube = y * y * (0.25 * y);
    y *= ((cube + quarter) + quarter) / ((cube + cube) + quarter);
    y = f64_from_bits(bits_from_f64(y) & 0xfffffffff8000000u);
    double other = a / (y * y);
    y = (y + y * ((other - y) / ((y + y) + other))) * f64_from_bits(0x3ff0000000000000u - (tiny & 0x0120000000000000u));
    // 0, infinity and NaN stay.
    uint64_t ordinary = size - 1u < 0x7fefffffffffffffu ? 0xffffffffffffffffu : 0u;
    return f64_from_bits((bits_from_f64(y) & ordinary) | (size & ~ordinary) | (bits_from_f64(x) & 0x8000000000000000u));
}
