#pragma once

#include "atan2.h"
#include "complex_abs.h"
#include "complex_type.h"
#include "log.h"
#include "log1p.h"

// log |(a, b)|.
// Near 1 by log1p(|(a, b)|^2 - 1) / 2, which does not lose the small difference.
static inline float log_hypot_f32(float a, float b) noexcept {
    float x = __builtin_fabsf(a);
    float y = __builtin_fabsf(b);
    float larger = x > y ? x : y;
    float smaller = x > y ? y : x;
    if (larger > 0.5f && larger < 2.0f) return 0.5f * log1p_f32((larger - 1.0f) * (larger + 1.0f) + smaller * smaller);
    bool huge = larger > 1.0e+38f && larger < __builtin_inff();
    return huge ? log_f32(hypot_f32(0.5f * x, 0.5f * y)) + 0.693147182f : log_f32(hypot_f32(x, y));
}

// log x = log |x| + i angle.
// Worst error 2.5 ULP of the modulus (2 x 10^5 arguments).
static inline c64 log_c64(c64 x) noexcept {
    return c64{log_hypot_f32(x.re, x.im), atan2_f32(x.im, x.re)};
}

// log(1 + x), exact to the last places near 0.
// log |1 + x| = log1p(re (2 + re) + im^2) / 2.
// Worst error 4.0 ULP of the modulus (2 x 10^5 arguments).
static inline c64 log1p_c64(c64 x) noexcept {
    float angle = atan2_f32(x.im, 1.0f + x.re);
    bool small = __builtin_fabsf(x.re) < 0.5f && __builtin_fabsf(x.im) < 0.5f;
    if (small) return c64{0.5f * log1p_f32(x.re * (2.0f + x.re) + x.im * x.im), angle};
    return c64{log_hypot_f32(1.0f + x.re, x.im), angle};
}

// log |(a, b)|. As log_hypot_f32.
static inline double log_hypot_f64(double a, double b) noexcept {
    double x = __builtin_fabs(a);
    double y = __builtin_fabs(b);
    double larger = x > y ? x : y;
    double smaller = x > y ? y : x;
    if (larger > 0.5 && larger < 2.0) return 0.5 * log1p_f64((larger - 1.0) * (larger + 1.0) + smaller * smaller);
    bool huge = larger > 1.0e+307 && larger < __builtin_inf();
    return huge ? log_f64(hypot_f64(0.5 * x, 0.5 * y)) + 0.69314718055994529 : log_f64(hypot_f64(x, y));
}

// log x = log |x| + i angle.
// Worst error 3.5 ULP of the modulus (2 x 10^5 arguments).
static inline c128 log_c128(c128 x) noexcept {
    return c128{log_hypot_f64(x.re, x.im), atan2_f64(x.im, x.re)};
}

// log(1 + x), exact to the last places near 0. As log1p_c64.
// Worst error 4.2 ULP of the modulus (2 x 10^5 arguments).
static inline c128 log1p_c128(c128 x) noexcept {
    double angle = atan2_f64(x.im, 1.0 + x.re);
    bool small = __builtin_fabs(x.re) < 0.5 && __builtin_fabs(x.im) < 0.5;
    if (small) return c128{0.5 * log1p_f64(x.re * (2.0 + x.re) + x.im * x.im), angle};
    return c128{log_hypot_f64(1.0 + x.re, x.im), angle};
}
