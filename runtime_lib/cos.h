#pragma once

#include "sin.h"

// Cosine, worst error 1.05 ULP.
static inline float cos_f32(float x) {
    uint32_t quadrant;
    float low;
    float high = reduce_angle_f32(x, &low, &quadrant);
    return sin_in_quadrant_f32(high, low, quadrant + 1u);
}

// Cosine, worst error 0.9 ULP (sampled).
static inline double cos_f64(double x) {
    uint32_t quadrant;
    double low;
    double high = reduce_angle_f64(x, &low, &quadrant);
    return sin_in_quadrant_f64(high, low, quadrant + 1u);
}
