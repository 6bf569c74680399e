#pragma once

#include "sinh.h"

// Hyperbolic cosine, worst error 1.66 ULP (all arguments; x = 82.1545105). (e^x + e^-x) / 2.
static inline float cosh_f32(float x) noexcept {
    float half = half_exp_f32(f32_from_bits(bits_from_f32(x) & 0x7fffffffu));
    return half + 0.25f / half;
}

// Hyperbolic cosine, worst error 1.83 ULP (10^8 arguments). As cosh_f32.
static inline double cosh_f64(double x) noexcept {
    double half = half_exp_f64(f64_from_bits(bits_from_f64(x) & 0x7fffffffffffffffu));
    return half + 0.25 / half;
}
