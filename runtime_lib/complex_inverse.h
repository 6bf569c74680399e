#pragma once

#include "asinh.h"
#include "atan2.h"
#include "complex_arithmetic.h"
#include "complex_sqrt.h"
#include "log1p.h"

// The angle in the upper or lower half plane whose sine is x, after W. Kahan: by the roots of 1 - x and 1 + x.
static inline c64 asin_c64(c64 x) {
    c64 a = sqrt_c64({1.0f - x.re, -x.im});
    c64 b = sqrt_c64({1.0f + x.re, x.im});
    return {atan2_f32(x.re, a.re * b.re - a.im * b.im), asinh_f32(a.re * b.im - a.im * b.re)};
}

// The angle whose cosine is x. As asin, by the roots.
static inline c64 acos_c64(c64 x) {
    c64 a = sqrt_c64({1.0f - x.re, -x.im});
    c64 b = sqrt_c64({1.0f + x.re, x.im});
    return {2.0f * atan2_f32(a.re, b.re), asinh_f32(b.re * a.im - b.im * a.re)};
}

// asinh x = i asin(-i x).
static inline c64 asinh_c64(c64 x) {
    c64 y = asin_c64({x.im, -x.re});
    return {-y.im, y.re};
}

// acosh x, after W. Kahan: by the roots of x - 1 and x + 1.
static inline c64 acosh_c64(c64 x) {
    c64 a = sqrt_c64({x.re - 1.0f, x.im});
    c64 b = sqrt_c64({x.re + 1.0f, x.im});
    return {asinh_f32(a.re * b.re + a.im * b.im), 2.0f * atan2_f32(a.im, b.re)};
}

// atanh x = log((1 + x) / (1 - x)) / 2: log1p(4 re / ((1 - re)^2 + im^2)) / 4 + i angle / 2.
static inline c64 atanh_c64(c64 x) {
    float rest = 1.0f - x.re;
    float square = x.im * x.im;
    float angle = atan2_f32(2.0f * x.im, rest * (1.0f + x.re) - square);
    return {0.25f * log1p_f32(4.0f * x.re / (rest * rest + square)), 0.5f * angle};
}

// The angle in the upper or lower half plane whose sine is x, after W. Kahan: by the roots of 1 - x and 1 + x.
static inline c128 asin_c128(c128 x) {
    c128 a = sqrt_c128({1.0 - x.re, -x.im});
    c128 b = sqrt_c128({1.0 + x.re, x.im});
    return {atan2_f64(x.re, a.re * b.re - a.im * b.im), asinh_f64(a.re * b.im - a.im * b.re)};
}

// The angle whose cosine is x. As asin, by the roots.
static inline c128 acos_c128(c128 x) {
    c128 a = sqrt_c128({1.0 - x.re, -x.im});
    c128 b = sqrt_c128({1.0 + x.re, x.im});
    return {2.0 * atan2_f64(a.re, b.re), asinh_f64(b.re * a.im - b.im * a.re)};
}

// asinh x = i asin(-i x).
static inline c128 asinh_c128(c128 x) {
    c128 y = asin_c128({x.im, -x.re});
    return {-y.im, y.re};
}

// acosh x, after W. Kahan: by the roots of x - 1 and x + 1.
static inline c128 acosh_c128(c128 x) {
    c128 a = sqrt_c128({x.re - 1.0, x.im});
    c128 b = sqrt_c128({x.re + 1.0, x.im});
    return {asinh_f64(a.re * b.re + a.im * b.im), 2.0 * atan2_f64(a.im, b.re)};
}

// atanh x = log((1 + x) / (1 - x)) / 2: log1p(4 re / ((1 - re)^2 + im^2)) / 4 + i angle / 2.
static inline c128 atanh_c128(c128 x) {
    double rest = 1.0 - x.re;
    double square = x.im * x.im;
    double angle = atan2_f64(2.0 * x.im, rest * (1.0 + x.re) - square);
    return {0.25 * log1p_f64(4.0 * x.re / (rest * rest + square)), 0.5 * angle};
}
