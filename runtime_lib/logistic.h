#pragma once

#include "bits.h"

// 1 / (1 + e^-x), worst error 1.97 ULP (all arguments; x = -6.23769903).
// With e = exp(-|x|): 1 / (1 + e) for positive x, e / (1 + e) for negative x; e as in exp_not_positive_f32, here 2^64
// e. The rounding error of 1 + e corrects the quotient.
static inline float logistic_f32(float x) noexcept {
    uint32_t bits = bits_from_f32(x);
    uint32_t size = bits & 0x7fffffffu;
    // Beyond 104 nothing changes; NaN (above 0x7f800000) stays. The sign's bit keeps compilers from splitting the path
    // here.
    float c = f32_from_bits(size - 0x42d00000u <= 0x3cb00000u ? 0x42d00000u | bits >> 31 : size);
    // The low bits of t are k + 191.
    float t = 12583103.0f - c * 1.44269502f;
    float k = t - 12583103.0f;
    float high = -c - k * 0.693145752f;
    float low = k * 1.42860677e-06f;
    float r = high - low;
    float q = 0.5f + r * (0.166665211f + r * (0.0416664109f + r * (0.00836872589f + r * 0.00139398838f)));
    float e = (1.0f + (high + (r * r * q - low))) * f32_from_bits(bits_from_f32(t) << 23);
    float bottom = 1.0f + e * 5.42101086e-20f;
    float error = (1.0f - bottom) + e * 5.42101086e-20f;
    uint32_t negative = 0u - (bits >> 31);
    float top = f32_from_bits((bits_from_f32(e) & negative) | (0x5f800000u & ~negative)); // e or 2^64
    float y = top / bottom * 5.42101086e-20f;
    return y - y * error;
}

// 1 / (1 + e^-x), worst error 1.84 ULP (10^8 arguments). As logistic_f32, with 2^512.
static inline double logistic_f64(double x) noexcept {
    uint64_t bits = bits_from_f64(x);
    uint64_t size = bits & 0x7fffffffffffffffu;
    // Beyond 746 nothing changes; NaN stays. The sign's bit keeps compilers from splitting the path here.
    double c =
        f64_from_bits(size - 0x4087500000000000u <= 0x3f68b00000000000u ? 0x4087500000000000u | bits >> 63 : size);
    // The low bits of t are k + 1535.
    double t = 6755399441057279.0 - c * 1.4426950408889634;
    double k = t - 6755399441057279.0;
    double high = -c - k * 0.6931471805598903;
    double low = k * 5.4979230187083712e-14;
    double r = high - low;
    double q = 2.7630324807723928e-07 + r * 2.5108868293248035e-08;
    q = 2.4801493125089514e-05 + r * (2.7557245626677229e-06 + r * q);
    q = 0.0013888888943303338 + r * (0.00019841269883252453 + r * q);
    q = 0.041666666666533 + r * (0.0083333333333237784 + r * q);
    q = 0.500000000000001 + r * (0.16666666666666671 + r * q);
    double e = (1.0 + (high + (r * r * q - low))) * f64_from_bits(bits_from_f64(t) << 52);
    double bottom = 1.0 + e * 7.458340731200207e-155;
    double error = (1.0 - bottom) + e * 7.458340731200207e-155;
    uint64_t negative = 0u - (bits >> 63);
    double top = f64_from_bits((bits_from_f64(e) & negative) | (0x5ff0000000000000u & ~negative)); // e or 2^512
    double y = top / bottom * 7.458340731200207e-155;
    return y - y * error;
}
