#pragma once

#include "sqrt.h"

// (asin(x) - x) / x, of z = x^2 up to 1/4.
static inline float asin_tail_f32(float z) noexcept {
    float p = 0.0445994027f + z * (0.0311006624f + z * (0.0171492379f + z * 0.0336908475f));
    return z * (0.166666657f + z * (0.0750009418f + z * p));
}

// Arc sine, worst error 1.62 ULP (every 15th argument; x = 0.503350794).
// From 1/2 on pi / 2 - 2 asin(s) with s^2 = (1 - x) / 2, whose difference is exact; NaN beyond 1 comes from the root.
static inline float asin_f32(float x) noexcept {
    uint32_t sign = bits_from_f32(x) & 0x80000000u;
    float a = f32_from_bits(bits_from_f32(x) ^ sign);
    if (a < 0.5f) return x + x * asin_tail_f32(x * x);
    float z = (1.0f - a) * 0.5f;
    float s = sqrt_f32(z);
    float y = 1.57079637f - (2.0f * s + (2.0f * s * asin_tail_f32(z) + 4.37113900e-08f));
    return f32_from_bits(bits_from_f32(y) | sign);
}

// (asin(x) - x) / x, of z = x^2 up to 1/4.
static inline double asin_tail_f64(double z) noexcept {
    double p = 0.017400879442694021 + z * (-0.014851887071247204 + z * 0.028757851367421566);
    p = 0.011479177415184906 + z * (0.010322814350185779 + z * (0.0054575067186403581 + z * p));
    p = 0.022372172942149889 + z * (0.017352392720869973 + z * (0.013971212973552933 + z * p));
    p = 0.044642857146355429 + z * (0.030381944138531247 + z * p);
    return z * (0.16666666666666669 + z * (0.074999999999984329 + z * p));
}

// Arc sine, worst error 1.63 ULP (10^7 arguments). As asin_f32.
static inline double asin_f64(double x) noexcept {
    uint64_t sign = bits_from_f64(x) & 0x8000000000000000u;
    double a = f64_from_bits(bits_from_f64(x) ^ sign);
    if (a < 0.5) return x + x * asin_tail_f64(x * x);
    double z = (1.0 - a) * 0.5;
    double s = sqrt_f64(z);
    double y = 1.5707963267948966 - (2.0 * s + (2.0 * s * asin_tail_f64(z) - 6.1232339957367660e-17));
    return f64_from_bits(bits_from_f64(y) | sign);
}
