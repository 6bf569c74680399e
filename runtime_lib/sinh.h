#pragma once

#include "exp.h"

// e^x / 2 for x >= 0. From 64 on 2 e^(x - 2 ln 2), which does not overflow early; the high part of 2 ln 2 leaves an
// exact difference.
static inline float half_exp_f32(float x) noexcept {
    float y = exp_f32(x >= 64.0f ? x - 1.3862915f : x);
    return x >= 64.0f ? y * 1.99999428f : y * 0.5f;
}

// Hyperbolic sine, worst error 1.69 ULP (all arguments; x = 1.07511961). x + x^3 p(x^2) below 1, (e^x - e^-x) /
// 2 above.
static inline float sinh_f32(float x) noexcept {
    uint32_t sign = bits_from_f32(x) & 0x80000000u;
    float a = f32_from_bits(bits_from_f32(x) ^ sign);
    float z = a * a;
    float p = 0.166666672f + z * (0.00833333936f + z * (0.000198381022f + z * 2.80628024e-06f));
    float half = half_exp_f32(a);
    float y = a < 1.0f ? a + a * z * p : half - 0.25f / half;
    return f32_from_bits(bits_from_f32(y) | sign);
}

// As half_exp_f32.
static inline double half_exp_f64(double x) noexcept {
    double y = exp_f64(x >= 64.0 ? x - 1.3862943611197806 : x);
    return x >= 64.0 ? y * 1.9999999999997802 : y * 0.5;
}

// Hyperbolic sine, worst error 1.83 ULP (10^8 arguments). As sinh_f32.
static inline double sinh_f64(double x) noexcept {
    uint64_t sign = bits_from_f64(x) & 0x8000000000000000u;
    double a = f64_from_bits(bits_from_f64(x) ^ sign);
    double z = a * a;
    double p = 2.5052117695907823e-08 + z * (1.6057679623801638e-10 + z * 7.7461785930188273e-13);
    p = 0.00019841269841324198 + z * (2.7557319191381816e-06 + z * p);
    p = 0.16666666666666666 + z * (0.0083333333333332985 + z * p);
    double half = half_exp_f64(a);
    double y = a < 1.0 ? a + a * z * p : half - 0.25 / half;
    return f64_from_bits(bits_from_f64(y) | sign);
}
