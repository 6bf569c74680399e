#pragma once

// -1 or 1; zeros and NaN stay.
static inline float sign_f32(float x) noexcept {
    const float not_above = x < 0.0f ? -1.0f : x;
    return x > 0.0f ? 1.0f : not_above;
}

// -1 or 1; zeros and NaN stay.
static inline double sign_f64(double x) noexcept {
    const double not_above = x < 0.0 ? -1.0 : x;
    return x > 0.0 ? 1.0 : not_above;
}
