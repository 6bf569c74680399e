#pragma once

#include "sinh.h"

// Hyperbolic cosine, worst error 1.6 ULP. (e^x + 1 / e^x) / 2; e^x / 2 where the rest is lost.
static inline float cosh_f32(float x) {
    float a = f32_from_bits(bits_from_f32(x) & 0x7fffffffu);
    if (a >= 10.0f) return half_exp_f32(a);
    float y = 0.5f * exp_f32(a);
    return y + 0.25f / y;
}

// Hyperbolic cosine, worst error 1.6 ULP (sampled). As cosh_f32.
static inline double cosh_f64(double x) {
    double a = f64_from_bits(bits_from_f64(x) & 0x7fffffffffffffffu);
    if (a >= 20.0) return half_exp_f64(a);
    double y = 0.5 * exp_f64(a);
    return y + 0.25 / y;
}
