#pragma once

#include "asin.h"

// Arc cosine, worst error 1.10 ULP (every 15th argument; x = 0.598508418). pi / 2 - asin(x) up to 1/2; then 2 asin(s)
// with s^2 = (1 - |x|) / 2, or pi less that.
static inline float acos_f32(float x) noexcept {
    float a = f32_from_bits(bits_from_f32(x) & 0x7fffffffu);
    if (a < 0.5f) return 1.57079637f - (x + (x * asin_tail_f32(x * x) + 4.37113900e-08f));
    float z = (1.0f - a) * 0.5f;
    float s = sqrt_f32(z);
    float tail = s * asin_tail_f32(z);
    return x < 0.0f ? 3.14159274f - (2.0f * s + (2.0f * tail + 8.74227801e-08f)) : 2.0f * (s + tail);
}

// Arc cosine, worst error 1.10 ULP (10^7 arguments). As acos_f32.
static inline double acos_f64(double x) noexcept {
    double a = f64_from_bits(bits_from_f64(x) & 0x7fffffffffffffffu);
    if (a < 0.5) return 1.5707963267948966 - (x + (x * asin_tail_f64(x * x) - 6.1232339957367660e-17));
    double z = (1.0 - a) * 0.5;
    double s = sqrt_f64(z);
    double tail = s * asin_tail_f64(z);
    return x < 0.0 ? 3.1415926535897931 - (2.0 * s + (2.0 * tail - 1.2246467991473532e-16)) : 2.0 * (s + tail);
}
