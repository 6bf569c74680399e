#pragma once

#include "exp.h"
#include "expm1.h"

// e^x / 2 for x >= 1, without early overflow: 2 e^(x - 2 ln 2), where the high part of 2 ln 2 leaves an exact
// difference.
static inline float half_exp_f32(float x) {
    return 2.0f * (exp_f32(x - 1.3862915f) * 0.99999714f);
}

// Hyperbolic sine, worst error 2.2 ULP. (t + t / (t + 1)) / 2 with t = e^x - 1; e^x / 2 where the rest is lost.
static inline float sinh_f32(float x) {
    uint32_t sign = bits_from_f32(x) & 0x80000000u;
    float a = f32_from_bits(bits_from_f32(x) ^ sign);
    float t = expm1_f32(a < 10.0f ? a : 0.0f);
    float y = a < 10.0f ? 0.5f * (t + t / (t + 1.0f)) : half_exp_f32(a);
    return f32_from_bits(bits_from_f32(y) | sign);
}

// As half_exp_f32.
static inline double half_exp_f64(double x) {
    return 2.0 * (exp_f64(x - 1.3862943611197806) * 0.9999999999998901);
}

// Hyperbolic sine, worst error 2.2 ULP (sampled). As sinh_f32.
static inline double sinh_f64(double x) {
    uint64_t sign = bits_from_f64(x) & 0x8000000000000000u;
    double a = f64_from_bits(bits_from_f64(x) ^ sign);
    double t = expm1_f64(a < 20.0 ? a : 0.0);
    double y = a < 20.0 ? 0.5 * (t + t / (t + 1.0)) : half_exp_f64(a);
    return f64_from_bits(bits_from_f64(y) | sign);
}
