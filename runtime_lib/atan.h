#pragma once

#include "atan2.h"

// Arc tangent, worst error 1.41 ULP (every 15th argument; x = 1.01464534): the angle of (1, x).
static inline float atan_f32(float x) noexcept {
    float zero = 0.0f;
    return atan2_f32(x, zero + 1.0f);
}

// Arc tangent, worst error 1.44 ULP (10^7 arguments): the angle of (1, x).
static inline double atan_f64(double x) noexcept {
    double zero = 0.0;
    return atan2_f64(x, zero + 1.0);
}
