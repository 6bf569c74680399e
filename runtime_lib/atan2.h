#pragma once

#include "bits.h"

// The angle of (x, y), worst error 1.46 ULP (10^7 arguments).
// atan(a) = a + a^3 p(a^2) for a = smaller / larger in [0, 1]; then a, pi / 2 - a, pi / 2 + a or pi - a.
static inline float atan2_f32(float y, float x) noexcept {
    uint32_t x_size = bits_from_f32(x) & 0x7fffffffu;
    uint32_t y_size = bits_from_f32(y) & 0x7fffffffu;
    uint32_t steep = y_size > x_size ? 0xffffffffu : 0u;
    uint32_t left = 0u - (bits_from_f32(x) >> 31);
    uint32_t swap = (x_size ^ y_size) & steep;
    uint32_t smaller = y_size ^ swap;
    uint32_t larger = x_size ^ swap;
    uint32_t nan = larger > 0x7f800000u ? 0x7fc00000u : 0u;
    // 0 / 0 becomes 0 / denormal, infinity / infinity becomes 1 / 1.
    uint32_t infinite = smaller >= 0x7f800000u ? 0x40000000u : 0u;
    uint32_t zero = larger == 0u ? 1u : 0u;
    float a = f32_from_bits(smaller - infinite) / f32_from_bits(larger - infinite + zero);
    float z = a * a;
    float p = 0.0579114929f + z * (-0.0311326664f + z * (0.0108906804f + z * -0.00178832f));
    p = -0.142640561f + z * (0.109512277f + z * (-0.0840070546f + z * p));
    p = z * (-0.333332986f + z * (0.19998531f + z * p));
    // pi or pi / 2 in two parts.
    uint32_t turned = left & ~steep;
    float base = f32_from_bits((turned & 0x40490fdbu) | (steep & 0x3fc90fdbu));
    float base_low = f32_from_bits((turned & 0xb3bbbd2eu) | (steep & 0xb33bbd2eu));
    float b = f32_from_bits(bits_from_f32(a) ^ ((steep ^ left) & 0x80000000u));
    float angle = base + (b + (b * p + base_low));
    return f32_from_bits(bits_from_f32(angle) | nan | (bits_from_f32(y) & 0x80000000u));
}

// The angle of (x, y), worst error 1.58 ULP (10^7 arguments). As atan2_f32.
static inline double atan2_f64(double y, double x) noexcept {
    uint64_t x_size = bits_from_f64(x) & 0x7fffffffffffffffu;
    uint64_t y_size = bits_from_f64(y) & 0x7fffffffffffffffu;
    uint64_t steep = y_size > x_size ? 0xffffffffffffffffu : 0u;
    uint64_t left = 0u - (bits_from_f64(x) >> 63);
    uint64_t swap = (x_size ^ y_size) & steep;
    uint64_t smaller = y_size ^ swap;
    uint64_t larger = x_size ^ swap;
    uint64_t nan = larger > 0x7ff0000000000000u ? 0x7ff8000000000000u : 0u;
    // 0 / 0 becomes 0 / denormal, infinity / infinity becomes 1 / 1.
    uint64_t infinite = smaller >= 0x7ff0000000000000u ? 0x4000000000000000u : 0u;
    uint64_t zero = (larger == 0u ? 0xffffffffffffffffu : 0u) & 1u;
    double a = f64_from_bits(smaller - infinite) / f64_from_bits(larger - infinite + zero);
    double z = a * a;
    double p = 0.00022301843342965291 + z * -2.0258115514503892e-05;
    p = -0.0091844987742851769 + z * (0.0038559362448362154 + z * (-0.0011640556414744434 + z * p));
    p = 0.034067794272768036 + z * (-0.025826752848300185 + z * (0.016977972251075221 + z * p));
    p = -0.052392334074031058 + z * (0.046739501949998929 + z * (-0.040926383350000498 + z * p));
    p = 0.076922129393400193 + z * (-0.066658604089874618 + z * (0.058773079371629372 + z * p));
    p = -0.14285714271340205 + z * (0.11111110678850045 + z * (-0.090909012365540359 + z * p));
    p = z * (-0.3333333333333186 + z * (0.19999999999755172 + z * p));
    // pi or pi / 2 in two parts.
    uint64_t turned = left & ~steep;
    double base = f64_from_bits((turned & 0x400921fb54442d18u) | (steep & 0x3ff921fb54442d18u));
    double base_low = f64_from_bits((turned & 0x3ca1a62633145c07u) | (steep & 0x3c91a62633145c07u));
    double b = f64_from_bits(bits_from_f64(a) ^ ((steep ^ left) & 0x8000000000000000u));
    double angle = base + (b + (b * p + base_low));
    return f64_from_bits(bits_from_f64(angle) | nan | (bits_from_f64(y) & 0x8000000000000000u));
}
