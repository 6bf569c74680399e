#pragma once

#include "log.h"
#include "log1p.h"
#include "sqrt.h"

// Inverse hyperbolic cosine, worst error 1.82 ULP (all arguments; x = 1.03111219).
// log(1 + t + sqrt(2 t + t^2)) with t = x - 1; from 2^13 on log(x) + ln 2. NaN below 1 comes from the root.
static inline float acosh_f32(float x) noexcept {
    float t = x >= 1.0f ? x - 1.0f : -1.0f;
    t = x >= 8192.0f ? 0.0f : t;
    float root = sqrt_f32(2.0f * t + t * t);
    float sum = root + t;
    float y = log1p_sum_f32(sum, (root - sum) + t);
    return x >= 8192.0f ? log_f32(x) + 0.693147182f : y;
}

// Inverse hyperbolic cosine, worst error 1.78 ULP (10^7 arguments). As acosh_f32, up to 2^28.
static inline double acosh_f64(double x) noexcept {
    double t = x >= 1.0 ? x - 1.0 : -1.0;
    t = x >= 268435456.0 ? 0.0 : t;
    double root = sqrt_f64(2.0 * t + t * t);
    double sum = root + t;
    double y = log1p_sum_f64(sum, (root - sum) + t);
    return x >= 268435456.0 ? log_f64(x) + 0.69314718055994529 : y;
}
