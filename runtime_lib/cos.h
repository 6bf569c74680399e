#pragma once

#include "sin.h"

// Cosine, worst error 0.92 ULP (all arguments; x = 2.69212158e+16).
static inline float cos_f32(float x) noexcept {
    uint32_t quadrant;
    float low;
    float high = reduce_angle_f32(x, &low, &quadrant);
    return sin_in_quadrant_f32(high, low, quadrant + 1u);
}

// Cosine, worst error 0.87 ULP (10^7 arguments).
static inline double cos_f64(double x) noexcept {
    uint32_t quadrant;
    double low;
    double high = reduce_angle_f64(x, &low, &quadrant);
    return sin_in_quadrant_f64(high, low, quadrant + 1u);
}
