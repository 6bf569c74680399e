#pragma once

#include "bits.h"

// e^x - 1, worst error 1.18 ULP (all arguments; x = 0.347324997).
// As exp_f32; 2^k - 1 + 2^k r is summed with its rounding error, all of it scaled by half of 2^k so that it cannot
// overflow early.
static inline float expm1_f32(float x) noexcept {
    uint32_t size = bits_from_f32(x) & 0x7fffffffu;
    uint32_t sign = bits_from_f32(x) & 0x80000000u;
    // Beyond 128 nothing changes; NaN (above 0x7f800000) stays.
    float c = f32_from_bits((size - 0x43000000u <= 0x3c800000u ? 0x43000000u : size) | sign);
    // The low bits of t are k + 254.
    float t = c * 1.44269502f + 12583166.0f;
    float k = t - 12583166.0f;
    float high = c - k * 0.693145752f;
    float low = k * 1.42860677e-06f;
    float r = high - low;
    float q = 0.5f + r * (0.166665211f + r * (0.0416664109f + r * (0.00836872589f + r * 0.00139398838f)));
    uint32_t n = bits_from_f32(t);
    float scale = f32_from_bits((n >> 1) << 23);
    uint32_t half = (n - (n >> 1)) << 23;
    float base = scale - f32_from_bits(0x7f000000u - half);
    float sum = base + scale * high;
    float error = (base - sum) + scale * high;
    float y = (sum + (error + scale * (r * r * q - low))) * f32_from_bits(half);
    return f32_from_bits(bits_from_f32(y) | sign); // for -0
}

// e^x - 1, worst error 1.11 ULP (10^7 arguments). As expm1_f32.
static inline double expm1_f64(double x) noexcept {
    uint64_t size = bits_from_f64(x) & 0x7fffffffffffffffu;
    uint64_t sign = bits_from_f64(x) & 0x8000000000000000u;
    // Beyond 1024 nothing changes; NaN stays.
    double c = f64_from_bits((size - 0x4090000000000000u <= 0x3f60000000000000u ? 0x4090000000000000u : size) | sign);
    // The low bits of t are k + 2046.
    double t = c * 1.4426950408889634 + 6755399441057790.0;
    double k = t - 6755399441057790.0;
    double high = c - k * 0.6931471805598903;
    double low = k * 5.4979230187083712e-14;
    double r = high - low;
    double q = 2.7630324807723928e-07 + r * 2.5108868293248035e-08;
    q = 2.4801493125089514e-05 + r * (2.7557245626677229e-06 + r * q);
    q = 0.0013888888943303338 + r * (0.00019841269883252453 + r * q);
    q = 0.041666666666533 + r * (0.0083333333333237784 + r * q);
    q = 0.500000000000001 + r * (0.16666666666666671 + r * q);
    uint64_t n = bits_from_f64(t);
    double scale = f64_from_bits((n >> 1) << 52);
    uint64_t half = (n - (n >> 1)) << 52;
    double base = scale - f64_from_bits(0x7fe0000000000000u - half);
    double sum = base + scale * high;
    double error = (base - sum) + scale * high;
    double y = (sum + (error + scale * (r * r * q - low))) * f64_from_bits(half);
    return f64_from_bits(bits_from_f64(y) | sign); // for -0
}
