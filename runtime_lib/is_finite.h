#pragma once

// Neither an infinity nor NaN.
static inline bool is_finite_f32(float x) noexcept {
    return x - x == 0.0f;
}

// Neither an infinity nor NaN.
static inline bool is_finite_f64(double x) noexcept {
    return x - x == 0.0;
}
