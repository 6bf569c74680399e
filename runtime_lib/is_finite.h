#pragma once

// Neither an infinity nor NaN.
static inline bool is_finite_f32(float x) {
    return x - x == 0.0f;
}

// Neither an infinity nor NaN.
static inline bool is_finite_f64(double x) {
    return x - x == 0.0;
}
