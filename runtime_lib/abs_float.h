#pragma once

// |x|.
static inline float abs_f32(float x) {
    return __builtin_fabsf(x);
}

// |x|.
static inline double abs_f64(double x) {
    return __builtin_fabs(x);
}
