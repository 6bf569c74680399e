#pragma once

#include "atan2.h"

// Arc tangent, worst error 1.35 ULP: the angle of (1, x).
static inline float atan_f32(float x) {
    return atan2_f32(x, 1.0f);
}

// Arc tangent, worst error 1.35 ULP (sampled): the angle of (1, x).
static inline double atan_f64(double x) {
    return atan2_f64(x, 1.0);
}
