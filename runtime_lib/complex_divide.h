#pragma once

#include "bits.h"
#include "complex_type.h"

// A part of an infinite quotient: 0 where it is finite, 1 where it is infinite, with its sign.
static inline float unit_of_infinity_f32(float x) noexcept {
    float unit = __builtin_fabsf(x) == __builtin_inff() ? 1.0f : 0.0f;
    return f32_from_bits(bits_from_f32(unit) | (bits_from_f32(x) & 0x80000000u));
}

// A power of two that brings the larger one near 1, where neither quotients nor sums of two overflow or are lost.
static inline float scale_f32(float a, float b) noexcept {
    float x = __builtin_fabsf(a);
    float y = __builtin_fabsf(b);
    float larger = x > y ? x : y;
    return larger > 1.152921504606846976e+18f ? 1.08420217e-19f : larger < 8.6736174e-19f ? 9.22337204e+18f : 1.0f;
}

// a / b, after R. L. Smith: by the ratio of the parts of b, so that no square overflows.
// Infinities and divisions by 0 as C11, annex G says.
// Worst error 2.6 ULP of the modulus (2 x 10^5 arguments).
static inline c64 divide_c64(c64 a, c64 b) noexcept {
    float scale_a = scale_f32(a.re, a.im);
    float scale_b = scale_f32(b.re, b.im);
    c64 x = {a.re * scale_a, a.im * scale_a};
    c64 y = {b.re * scale_b, b.im * scale_b};
    bool steep = __builtin_fabsf(y.im) > __builtin_fabsf(y.re);
    float larger = steep ? y.im : y.re;
    float smaller = steep ? y.re : y.im;
    float ratio = smaller / larger;
    float d = larger + smaller * ratio;
    c64 q = {(steep ? x.re * ratio + x.im : x.re + x.im * ratio) / d,
             (steep ? x.im * ratio - x.re : x.im - x.re * ratio) / d};
    float back = scale_b / scale_a;
    q = c64{q.re * back, q.im * back};
    if (q.re == q.re || q.im == q.im) return q;
    bool a_infinite = __builtin_fabsf(a.re) == __builtin_inff() || __builtin_fabsf(a.im) == __builtin_inff();
    bool b_infinite = __builtin_fabsf(b.re) == __builtin_inff() || __builtin_fabsf(b.im) == __builtin_inff();
    if (b.re == 0.0f && b.im == 0.0f && (a.re == a.re || a.im == a.im)) {
        float infinity = f32_from_bits(bits_from_f32(__builtin_inff()) | (bits_from_f32(b.re) & 0x80000000u));
        return c64{infinity * a.re, infinity * a.im};
    }
    if (a_infinite && __builtin_fabsf(b.re) < __builtin_inff() && __builtin_fabsf(b.im) < __builtin_inff()) {
        float re = unit_of_infinity_f32(a.re);
        float im = unit_of_infinity_f32(a.im);
        return c64{__builtin_inff() * (re * b.re + im * b.im), __builtin_inff() * (im * b.re - re * b.im)};
    }
    if (b_infinite && __builtin_fabsf(a.re) < __builtin_inff() && __builtin_fabsf(a.im) < __builtin_inff()) {
        float re = unit_of_infinity_f32(b.re);
        float im = unit_of_infinity_f32(b.im);
        return c64{0.0f * (a.re * re + a.im * im), 0.0f * (a.im * re - a.re * im)};
    }
    return q;
}

// A part of an infinite quotient: 0 where it is finite, 1 where it is infinite, with its sign.
static inline double unit_of_infinity_f64(double x) noexcept {
    double unit = __builtin_fabs(x) == __builtin_inf() ? 1.0 : 0.0;
    return f64_from_bits(bits_from_f64(unit) | (bits_from_f64(x) & 0x8000000000000000u));
}

// A power of two that brings the larger one near 1, where neither quotients nor sums of two overflow or are lost.
static inline double scale_f64(double a, double b) noexcept {
    double x = __builtin_fabs(a);
    double y = __builtin_fabs(b);
    double larger = x > y ? x : y;
    return larger > 3.2733906078961419e+150   ? 1.4916681462400413e-154
           : larger < 3.0549363634996047e-151 ? 6.7039039649712985e+153
                                              : 1.0;
}

// a / b, after R. L. Smith: by the ratio of the parts of b, so that no square overflows. As divide_c64.
// Worst error 2.5 ULP of the modulus (2 x 10^5 arguments).
static inline c128 divide_c128(c128 a, c128 b) noexcept {
    double scale_a = scale_f64(a.re, a.im);
    double scale_b = scale_f64(b.re, b.im);
    c128 x = {a.re * scale_a, a.im * scale_a};
    c128 y = {b.re * scale_b, b.im * scale_b};
    bool steep = __builtin_fabs(y.im) > __builtin_fabs(y.re);
    double larger = steep ? y.im : y.re;
    double smaller = steep ? y.re : y.im;
    double ratio = smaller / larger;
    double d = larger + smaller * ratio;
    c128 q = {(steep ? x.re * ratio + x.im : x.re + x.im * ratio) / d,
              (steep ? x.im * ratio - x.re : x.im - x.re * ratio) / d};
    double back = scale_b / scale_a;
    q = c128{q.re * back, q.im * back};
    if (q.re == q.re || q.im == q.im) return q;
    bool a_infinite = __builtin_fabs(a.re) == __builtin_inf() || __builtin_fabs(a.im) == __builtin_inf();
    bool b_infinite = __builtin_fabs(b.re) == __builtin_inf() || __builtin_fabs(b.im) == __builtin_inf();
    if (b.re == 0.0 && b.im == 0.0 && (a.re == a.re || a.im == a.im)) {
        double infinity = f64_from_bits(bits_from_f64(__builtin_inf()) | (bits_from_f64(b.re) & 0x8000000000000000u));
        return c128{infinity * a.re, infinity * a.im};
    }
    if (a_infinite && __builtin_fabs(b.re) < __builtin_inf() && __builtin_fabs(b.im) < __builtin_inf()) {
        double re = unit_of_infinity_f64(a.re);
        double im = unit_of_infinity_f64(a.im);
        return c128{__builtin_inf() * (re * b.re + im * b.im), __builtin_inf() * (im * b.re - re * b.im)};
    }
    if (b_infinite && __builtin_fabs(a.re) < __builtin_inf() && __builtin_fabs(a.im) < __builtin_inf()) {
        double re = unit_of_infinity_f64(b.re);
        double im = unit_of_infinity_f64(b.im);
        return c128{0.0 * (a.re * re + a.im * im), 0.0 * (a.im * re - a.re * im)};
    }
    return q;
}
