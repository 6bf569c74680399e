#pragma once

#include "asinh.h"
#include "atan2.h"
#include "bits.h"
#include "complex_abs.h"
#include "complex_sqrt.h"
#include "complex_type.h"
#include "log.h"
#include "log1p.h"

// A size that is not negative, with the sign of x.
static inline float with_sign_f32(float size, float x) noexcept {
    return f32_from_bits(bits_from_f32(size) | (bits_from_f32(x) & 0x80000000u));
}

// Whether 1 is nothing beside x.
static inline bool is_far_c64(c64 x) noexcept {
    return __builtin_fabsf(x.re) > 1.0e+10f || __builtin_fabsf(x.im) > 1.0e+10f;
}

// log(2 |x|) of what is far from 1, though |x| may be too large for a float.
static inline float log_twice_c64(c64 x) noexcept {
    return asinh_f32(hypot_f32(0.5f * x.re, 0.5f * x.im)) + 0.693147182f;
}

// The angle in the upper or lower half plane whose sine is x, after W. Kahan: by the roots of 1 - x and 1 + x.
// Worst error 3.2 ULP of the modulus (2 x 10^5 arguments).
static inline c64 asin_c64(c64 x) noexcept {
    if (is_far_c64(x)) return c64{atan2_f32(x.re, __builtin_fabsf(x.im)), with_sign_f32(log_twice_c64(x), x.im)};
    c64 a = sqrt_c64(c64{1.0f - x.re, -x.im});
    c64 b = sqrt_c64(c64{1.0f + x.re, x.im});
    return c64{atan2_f32(x.re, a.re * b.re - a.im * b.im), asinh_f32(a.re * b.im - a.im * b.re)};
}

// The angle whose cosine is x. As asin, by the roots.
// Worst error 2.9 ULP of the modulus (2 x 10^5 arguments).
static inline c64 acos_c64(c64 x) noexcept {
    if (is_far_c64(x)) return c64{atan2_f32(__builtin_fabsf(x.im), x.re), with_sign_f32(log_twice_c64(x), -x.im)};
    c64 a = sqrt_c64(c64{1.0f - x.re, -x.im});
    c64 b = sqrt_c64(c64{1.0f + x.re, x.im});
    return c64{2.0f * atan2_f32(a.re, b.re), asinh_f32(b.re * a.im - b.im * a.re)};
}

// asinh x = i asin(-i x).
// Worst error 3.0 ULP of the modulus (2 x 10^5 arguments).
static inline c64 asinh_c64(c64 x) noexcept {
    c64 y = asin_c64(c64{x.im, -x.re});
    return c64{-y.im, y.re};
}

// acosh x, after W. Kahan: by the roots of x - 1 and x + 1.
// Worst error 2.9 ULP of the modulus (2 x 10^5 arguments).
static inline c64 acosh_c64(c64 x) noexcept {
    if (is_far_c64(x)) return c64{log_twice_c64(x), atan2_f32(x.im, x.re)};
    c64 a = sqrt_c64(c64{x.re - 1.0f, x.im});
    c64 b = sqrt_c64(c64{x.re + 1.0f, x.im});
    return c64{asinh_f32(a.re * b.re + a.im * b.im), 2.0f * atan2_f32(a.im, b.re)};
}

// atanh x = log((1 + x) / (1 - x)) / 2: log1p(4 re / ((1 - re)^2 + im^2)) / 4 + i angle / 2, for positive re.
// Where that square vanishes, re is 1 and the logarithm that of 2 / |im|.
// Worst error 2.9 ULP of the modulus (2 x 10^5 arguments).
static inline c64 atanh_c64(c64 x) noexcept {
    float size = __builtin_fabsf(x.re);
    float rest = 1.0f - size;
    float square = x.im * x.im;
    float distance = rest * rest + square;
    if (distance == __builtin_inff()) {
        float far = hypot_f32(x.re, x.im);
        return c64{with_sign_f32(far < __builtin_inff() ? size / far / far : 0.0f, x.re),
                   with_sign_f32(1.57079637f, x.im)};
    }
    float angle = atan2_f32(2.0f * x.im, rest * (1.0f + size) - square);
    float real = 0.25f * log1p_f32(4.0f * size / distance);
    if (distance < 1e-20f) real = 0.5f * (0.693147182f - log_f32(__builtin_fabsf(x.im)));
    return c64{with_sign_f32(real, x.re), 0.5f * angle};
}

// atan x = -i atanh(i x).
// Worst error 2.5 ULP of the modulus (2 x 10^5 arguments).
static inline c64 atan_c64(c64 x) noexcept {
    c64 y = atanh_c64(c64{-x.im, x.re});
    return c64{y.im, -y.re};
}

// A size that is not negative, with the sign of x.
static inline double with_sign_f64(double size, double x) noexcept {
    return f64_from_bits(bits_from_f64(size) | (bits_from_f64(x) & 0x8000000000000000u));
}

// Whether 1 is nothing beside x.
static inline bool is_far_c128(c128 x) noexcept {
    return __builtin_fabs(x.re) > 1.0e+20 || __builtin_fabs(x.im) > 1.0e+20;
}

// log(2 |x|) of what is far from 1, though |x| may be too large for a double.
static inline double log_twice_c128(c128 x) noexcept {
    return asinh_f64(hypot_f64(0.5 * x.re, 0.5 * x.im)) + 0.69314718055994529;
}

// The angle in the upper or lower half plane whose sine is x, after W. Kahan: by the roots of 1 - x and 1 + x.
// Worst error 3.4 ULP of the modulus (2 x 10^5 arguments).
static inline c128 asin_c128(c128 x) noexcept {
    if (is_far_c128(x)) return c128{atan2_f64(x.re, __builtin_fabs(x.im)), with_sign_f64(log_twice_c128(x), x.im)};
    c128 a = sqrt_c128(c128{1.0 - x.re, -x.im});
    c128 b = sqrt_c128(c128{1.0 + x.re, x.im});
    return c128{atan2_f64(x.re, a.re * b.re - a.im * b.im), asinh_f64(a.re * b.im - a.im * b.re)};
}

// The angle whose cosine is x. As asin, by the roots.
// Worst error 3.1 ULP of the modulus (2 x 10^5 arguments).
static inline c128 acos_c128(c128 x) noexcept {
    if (is_far_c128(x)) return c128{atan2_f64(__builtin_fabs(x.im), x.re), with_sign_f64(log_twice_c128(x), -x.im)};
    c128 a = sqrt_c128(c128{1.0 - x.re, -x.im});
    c128 b = sqrt_c128(c128{1.0 + x.re, x.im});
    return c128{2.0 * atan2_f64(a.re, b.re), asinh_f64(b.re * a.im - b.im * a.re)};
}

// asinh x = i asin(-i x).
// Worst error 3.5 ULP of the modulus (2 x 10^5 arguments).
static inline c128 asinh_c128(c128 x) noexcept {
    c128 y = asin_c128(c128{x.im, -x.re});
    return c128{-y.im, y.re};
}

// acosh x, after W. Kahan: by the roots of x - 1 and x + 1.
// Worst error 3.1 ULP of the modulus (2 x 10^5 arguments).
static inline c128 acosh_c128(c128 x) noexcept {
    if (is_far_c128(x)) return c128{log_twice_c128(x), atan2_f64(x.im, x.re)};
    c128 a = sqrt_c128(c128{x.re - 1.0, x.im});
    c128 b = sqrt_c128(c128{x.re + 1.0, x.im});
    return c128{asinh_f64(a.re * b.re + a.im * b.im), 2.0 * atan2_f64(a.im, b.re)};
}

// atanh x. As atanh_c64.
// Worst error 3.0 ULP of the modulus (2 x 10^5 arguments).
static inline c128 atanh_c128(c128 x) noexcept {
    double size = __builtin_fabs(x.re);
    double rest = 1.0 - size;
    double square = x.im * x.im;
    double distance = rest * rest + square;
    if (distance == __builtin_inf()) {
        double far = hypot_f64(x.re, x.im);
        return c128{with_sign_f64(far < __builtin_inf() ? size / far / far : 0.0, x.re),
                    with_sign_f64(1.5707963267948966, x.im)};
    }
    double angle = atan2_f64(2.0 * x.im, rest * (1.0 + size) - square);
    double real = 0.25 * log1p_f64(4.0 * size / distance);
    if (distance < 1e-200) real = 0.5 * (0.69314718055994529 - log_f64(__builtin_fabs(x.im)));
    return c128{with_sign_f64(real, x.re), 0.5 * angle};
}

// atan x = -i atanh(i x).
// Worst error 3.0 ULP of the modulus (2 x 10^5 arguments).
static inline c128 atan_c128(c128 x) noexcept {
    c128 y = atanh_c128(c128{-x.im, x.re});
    return c128{y.im, -y.re};
}
