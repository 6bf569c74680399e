#pragma once

#include "reduce_angle.h"

// sin(high + low + quadrant pi / 2) for |high| <= pi / 4: r + r^3 p(r^2), or the cosine 1 - r^2 / 2 + r^4 p(r^2).
static inline float sin_in_quadrant_f32(float high, float low, uint32_t quadrant) noexcept {
    float z = high * high;
    float half = 0.5f * z;
    float one = 1.0f - half;
    float p = z * (0.0416666456f + z * (-0.00138873013f + z * 2.44306721e-05f)) * z - high * low;
    float cosine = one + (((1.0f - one) - half) + p);
    float sine = high + (high * z * (-0.166666552f + z * (0.0083321901f + z * -0.000195184082f)) + low);
    float y = (quadrant & 1u) != 0u ? cosine : sine;
    return f32_from_bits(bits_from_f32(y) ^ ((quadrant & 2u) << 30));
}

// As sin_in_quadrant_f32.
static inline double sin_in_quadrant_f64(double high, double low, uint32_t quadrant) noexcept {
    double z = high * high;
    double half = 0.5 * z;
    double one = 1.0 - half;
    double p = -2.7557314387476395e-07 + z * (2.0875727063254076e-09 + z * -1.1359802941814698e-11);
    p = 0.041666666666666602 + z * (-0.0013888888888874441 + z * (2.48015872896363e-05 + z * p));
    double cosine = one + (((1.0 - one) - half) + (z * z * p - high * low));
    double s = 2.7557313688934072e-06 + z * (-2.5050756926909642e-08 + z * 1.5896693849512428e-10);
    s = -0.16666666666666632 + z * (0.0083333333333224582 + z * (-0.00019841269829817099 + z * s));
    double sine = high + (high * z * s + low);
    double y = (quadrant & 1u) != 0u ? cosine : sine;
    return f64_from_bits(bits_from_f64(y) ^ (static_cast<uint64_t>(quadrant & 2u) << 62));
}

// Sine, worst error 0.92 ULP (all arguments; x = 1.34232864e+24).
static inline float sin_f32(float x) noexcept {
    uint32_t quadrant;
    float low;
    float high = reduce_angle_f32(x, &low, &quadrant);
    float y = sin_in_quadrant_f32(high, low, quadrant);
    return (bits_from_f32(x) & 0x7fffffffu) < 0x39800000u ? x : y; // below 2^-12
}

// Sine, worst error 0.86 ULP (10^7 arguments).
static inline double sin_f64(double x) noexcept {
    if ((bits_from_f64(x) & 0x7fffffffffffffffu) < 0x3e40000000000000u) return x; // below 2^-27
    uint32_t quadrant;
    double low;
    double high = reduce_angle_f64(x, &low, &quadrant);
    return sin_in_quadrant_f64(high, low, quadrant);
}
