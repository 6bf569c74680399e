#pragma once

#include "bits.h"

// 1 / (1 + e^-x), worst error 1.43 ULP (all arguments; x = -1.19383907).
// With e = exp(-|x|): 1 / (1 + e) for positive x, e / (1 + e) for negative x; e as in exp_f32. The rounding errors of e
// and of 1 + e correct the quotient.
static inline float logistic_f32(float x) {
    uint32_t bits = bits_from_f32(x);
    uint32_t size = bits & 0x7fffffffu;
    // Beyond 128 nothing changes; NaN (above 0x7f800000) stays. The sign's bit keeps compilers from splitting the path
    // here.
    float c = f32_from_bits(size - 0x43000000u <= 0x3c800000u ? 0x43000000u | bits >> 31 : size);
    // The low bits of t are 254 - k.
    float t = 12583166.0f - c * 1.44269502f;
    float k = 12583166.0f - t;
    float high = k * 0.693145752f - c;
    float low = k * -1.42860677e-06f;
    float r = high - low;
    float q = 0.5f + r * (0.166665211f + r * (0.0416664109f + r * (0.00836872589f + r * 0.00139398838f)));
    float sum = high + (r * r * q - low);
    float p = 1.0f + sum;
    uint32_t n = bits_from_f32(t);
    float scale = f32_from_bits((n >> 1) << 23) * f32_from_bits((n - (n >> 1)) << 23);
    float e = p * scale;
    float e_error = ((1.0f - p) + sum) * scale;
    float bottom = 1.0f + e;
    float bottom_error = ((1.0f - bottom) + e) + e_error;
    uint32_t negative = 0u - (bits >> 31);
    float top = f32_from_bits((bits_from_f32(e) & negative) | (0x3f800000u & ~negative));
    float top_error = f32_from_bits(bits_from_f32(e_error) & negative);
    float y = top / bottom;
    return y + (top_error - y * bottom_error);
}

// 1 / (1 + e^-x), worst error 1.35 ULP (10^7 arguments). As logistic_f32.
static inline double logistic_f64(double x) {
    uint64_t bits = bits_from_f64(x);
    uint64_t size = bits & 0x7fffffffffffffffu;
    // Beyond 1024 nothing changes; NaN stays. The sign's bit keeps compilers from splitting the path here.
    double c =
        f64_from_bits(size - 0x4090000000000000u <= 0x3f60000000000000u ? 0x4090000000000000u | bits >> 63 : size);
    // The low bits of t are 2046 - k.
    double t = 6755399441057790.0 - c * 1.4426950408889634;
    double k = 6755399441057790.0 - t;
    double high = k * 0.6931471805598903 - c;
    double low = k * -5.4979230187083712e-14;
    double r = high - low;
    double q = 2.7630324807723928e-07 + r * 2.5108868293248035e-08;
    q = 2.4801493125089514e-05 + r * (2.7557245626677229e-06 + r * q);
    q = 0.0013888888943303338 + r * (0.00019841269883252453 + r * q);
    q = 0.041666666666533 + r * (0.0083333333333237784 + r * q);
    q = 0.500000000000001 + r * (0.16666666666666671 + r * q);
    double sum = high + (r * r * q - low);
    double p = 1.0 + sum;
    uint64_t n = bits_from_f64(t);
    double scale = f64_from_bits((n >> 1) << 52) * f64_from_bits((n - (n >> 1)) << 52);
    double e = p * scale;
    double e_error = ((1.0 - p) + sum) * scale;
    double bottom = 1.0 + e;
    double bottom_error = ((1.0 - bottom) + e) + e_error;
    uint64_t negative = 0u - (bits >> 63);
    double top = f64_from_bits((bits_from_f64(e) & negative) | (0x3ff0000000000000u & ~negative));
    double top_error = f64_from_bits(bits_from_f64(e_error) & negative);
    double y = top / bottom;
    return y + (top_error - y * bottom_error);
}
