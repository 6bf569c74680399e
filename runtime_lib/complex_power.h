#pragma once

#include "complex_arithmetic.h"
#include "complex_exp.h"
#include "complex_log.h"
#include "complex_sqrt.h"

// a^b = e^(b log a); 1 where b is 0, and 0^b is 0 for b with a positive real part.
// The error is about |b log a| ULP of the modulus.
static inline c64 power_c64(c64 a, c64 b) noexcept {
    if (b.re == 0.0f && b.im == 0.0f) return c64{1.0f, 0.0f};
    if (a.re == 0.0f && a.im == 0.0f && b.re > 0.0f) return c64{0.0f, 0.0f};
    c64 e = multiply_c64(b, log_c64(a));
    if (e.im - e.im != 0.0f) return c64{e.im - e.im, e.im - e.im};
    return exp_c64(e);
}

// The angle of the complex point (x, y): -i log((x + i y) / sqrt(x^2 + y^2)).
static inline c64 atan2_c64(c64 y, c64 x) noexcept {
    c64 root = sqrt_c64(add_c64(multiply_c64(x, x), multiply_c64(y, y)));
    c64 angle = log_c64(divide_c64(c64{x.re - y.im, x.im + y.re}, root));
    return c64{angle.im, -angle.re};
}

// a^b = e^(b log a); 1 where b is 0, and 0^b is 0 for b with a positive real part.
// The error is about |b log a| ULP of the modulus.
static inline c128 power_c128(c128 a, c128 b) noexcept {
    if (b.re == 0.0 && b.im == 0.0) return c128{1.0, 0.0};
    if (a.re == 0.0 && a.im == 0.0 && b.re > 0.0) return c128{0.0, 0.0};
    c128 e = multiply_c128(b, log_c128(a));
    if (e.im - e.im != 0.0) return c128{e.im - e.im, e.im - e.im};
    return exp_c128(e);
}

// The angle of the complex point (x, y): -i log((x + i y) / sqrt(x^2 + y^2)).
static inline c128 atan2_c128(c128 y, c128 x) noexcept {
    c128 root = sqrt_c128(add_c128(multiply_c128(x, x), multiply_c128(y, y)));
    c128 angle = log_c128(divide_c128(c128{x.re - y.im, x.im + y.re}, root));
    return c128{angle.im, -angle.re};
}
