#pragma once

#include "bits.h"

// The smaller; a NaN wins, and -0 is below +0.
static inline float minimum_f32(float a, float b) noexcept {
    const float smaller = a < b ? a : b; // b where either is NaN
    const float same = f32_from_bits(bits_from_f32(a) | bits_from_f32(b)); // of zeros: +0 only if both are
    const float number = a == b ? same : smaller;
    return a != a ? a : number;
}

// The smaller; a NaN wins, and -0 is below +0.
static inline double minimum_f64(double a, double b) noexcept {
    const double smaller = a < b ? a : b; // b where either is NaN
    const double same = f64_from_bits(bits_from_f64(a) | bits_from_f64(b)); // of zeros: +0 only if both are
    const double number = a == b ? same : smaller;
    return a != a ? a : number;
}
