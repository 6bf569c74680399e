#pragma once

// 1 / divisor where quotients may be made of it, else 0: it is normal, and no remainder of them overflows.
static inline float ordinary_reciprocal_f32(float divisor) noexcept {
    float size = divisor < 0.0f ? -divisor : divisor;
    return size >= 1.17549435e-38f && size <= 8.50705917e37f ? 1.0f / divisor : 0.0f;
}

// As ordinary_reciprocal_f32.
static inline double ordinary_reciprocal_f64(double divisor) noexcept {
    double size = divisor < 0.0 ? -divisor : divisor;
    return size >= 2.2250738585072014e-308 && size <= 4.4942328371557898e307 ? 1.0 / divisor : 0.0;
}
