#pragma once

#include "log.h"
#include "log1p.h"
#include "sqrt.h"

// Inverse hyperbolic sine, worst error 1.78 ULP (all arguments; x = 0.518135071).
// log(1 + a + a^2 / (1 + sqrt(1 + a^2))); from 2^13 on log(a) + ln 2.
static inline float asinh_f32(float x) noexcept {
    uint32_t sign = bits_from_f32(x) & 0x80000000u;
    float a = f32_from_bits(bits_from_f32(x) ^ sign);
    float square = a < 8192.0f ? a * a : 0.0f;
    float y = log1p_f32(a + square / (1.0f + sqrt_f32(1.0f + square)));
    y = a >= 8192.0f ? log_f32(a) + 0.693147182f : y;
    return f32_from_bits(bits_from_f32(y) | sign);
}

// Inverse hyperbolic sine, worst error 1.68 ULP (10^7 arguments). As asinh_f32, up to 2^28.
static inline double asinh_f64(double x) noexcept {
    uint64_t sign = bits_from_f64(x) & 0x8000000000000000u;
    double a = f64_from_bits(bits_from_f64(x) ^ sign);
    double square = a < 268435456.0 ? a * a : 0.0;
    double y = log1p_f64(a + square / (1.0 + sqrt_f64(1.0 + square)));
    y = a >= 268435456.0 ? log_f64(a) + 0.69314718055994529 : y;
    return f64_from_bits(bits_from_f64(y) | sign);
}
