#pragma once

// |x|.
static inline float abs_f32(float x) noexcept {
    return __builtin_fabsf(x);
}

// |x|.
static inline double abs_f64(double x) noexcept {
    return __builtin_fabs(x);
}
