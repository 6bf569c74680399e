#pragma once

#include "cis.h"
#include "complex_divide.h"
#include "complex_type.h"
#include "cos.h"
#include "exp.h"
#include "expm1.h"

// e^x = e^re (cos im + i sin im); where e^re overflows, the product may not.
// Worst error 1.9 ULP of the modulus (2 x 10^5 arguments).
static inline c64 exp_c64(c64 x) noexcept {
    bool large = x.re > 80.0f;
    float size = exp_f32(large ? x.re - 80.0f : x.re);
    float rest = large ? 5.5406224e+34f : 1.0f;
    if (x.im == 0.0f) return c64{size * rest, x.im};
    if (size == 0.0f && x.im - x.im != 0.0f) return c64{0.0f, 0.0f};
    c64 wave = cis_f32(x.im);
    if (size == __builtin_inff() && wave.im != wave.im) return c64{size, wave.im};
    return c64{size * wave.re * rest, size * wave.im * rest};
}

// 1 / (1 + e^-x). Near its poles i pi k with odd k the sum is e^-re 2 cos(im / 2)^2 - (e^-re - 1), whose terms are
// small.
// Worst error 5.2 ULP of the modulus (2 x 10^5 arguments).
static inline c64 logistic_c64(c64 x) noexcept {
    if (x.im - x.im != 0.0f) return c64{x.im - x.im, x.im - x.im};
    if (x.re < -80.0f) return exp_c64(x);
    c64 e = exp_c64(c64{-x.re, -x.im});
    c64 sum = {1.0f + e.re, e.im};
    if (__builtin_fabsf(x.re) < 1.0f) {
        float less = expm1_f32(-x.re);
        float half = cos_f32(0.5f * x.im);
        sum.re = 2.0f * (less + 1.0f) * half * half - less;
    }
    return divide_c64(c64{1.0f, 0.0f}, sum);
}

// e^x = e^re (cos im + i sin im); where e^re overflows, the product may not.
// Worst error 1.9 ULP of the modulus (2 x 10^5 arguments).
static inline c128 exp_c128(c128 x) noexcept {
    bool large = x.re > 700.0;
    double size = exp_f64(large ? x.re - 700.0 : x.re);
    double rest = large ? 1.0142320547350045e+304 : 1.0;
    if (x.im == 0.0) return c128{size * rest, x.im};
    if (size == 0.0 && x.im - x.im != 0.0) return c128{0.0, 0.0};
    c128 wave = cis_f64(x.im);
    if (size == __builtin_inf() && wave.im != wave.im) return c128{size, wave.im};
    return c128{size * wave.re * rest, size * wave.im * rest};
}

// 1 / (1 + e^-x). As logistic_c64.
// Worst error 5.3 ULP of the modulus (2 x 10^5 arguments).
static inline c128 logistic_c128(c128 x) noexcept {
    if (x.im - x.im != 0.0) return c128{x.im - x.im, x.im - x.im};
    if (x.re < -700.0) return exp_c128(x);
    c128 e = exp_c128(c128{-x.re, -x.im});
    c128 sum = {1.0 + e.re, e.im};
    if (__builtin_fabs(x.re) < 1.0) {
        double less = expm1_f64(-x.re);
        double half = cos_f64(0.5 * x.im);
        sum.re = 2.0 * (less + 1.0) * half * half - less;
    }
    return divide_c128(c128{1.0, 0.0}, sum);
}
