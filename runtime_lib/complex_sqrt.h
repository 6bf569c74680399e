#pragma once

#include "bits.h"
#include "complex_abs.h"
#include "complex_divide.h"
#include "complex_type.h"

// The square root of x, with a real part that is not negative.
// sqrt((|re| + |x|) / 2) is one part, the other follows; x is scaled so that nothing overflows or is lost.
// Worst error 2.2 ULP of the modulus (2 x 10^5 arguments).
static inline c64 sqrt_c64(c64 x) noexcept {
    uint32_t sign = bits_from_f32(x.im) & 0x80000000u;
    float re = __builtin_fabsf(x.re);
    float im = __builtin_fabsf(x.im);
    if (im == __builtin_inff()) return c64{im, x.im};
    if (re == __builtin_inff()) {
        float other = im == im ? 0.0f : im;
        float small = f32_from_bits(bits_from_f32(other) | sign);
        if (x.re > 0.0f) return c64{re, small};
        return c64{other, x.im < 0.0f ? -re : re}; // as XLA: sqrt(-inf - 0i) = inf i
    }
    if (re == 0.0f && im == 0.0f) return c64{0.0f, x.im};
    bool huge = re > 1.0e+38f || im > 1.0e+38f;
    bool tiny = re < 1.0e-30f && im < 1.0e-30f;
    float scale = huge ? 0.25f : tiny ? 1.6777216e+07f : 1.0f;
    float back = huge ? 2.0f : tiny ? 0.000244140625f : 1.0f;
    float a = re * scale;
    float b = im * scale;
    float root = sqrt_f32(0.5f * (a + hypot_f32(a, b)));
    float larger = root * back;
    float smaller = 0.5f * b / root * back;
    float real = x.re < 0.0f ? smaller : larger;
    float imaginary = x.re < 0.0f ? larger : smaller;
    return c64{real, f32_from_bits(bits_from_f32(imaginary) | sign)};
}

// 1 / sqrt(x).
// Worst error 2.9 ULP of the modulus (2 x 10^5 arguments).
static inline c64 rsqrt_c64(c64 x) noexcept {
    return divide_c64(c64{1.0f, 0.0f}, sqrt_c64(x));
}

// The square root of x, with a real part that is not negative. As sqrt_c64.
// Worst error 2.0 ULP of the modulus (2 x 10^5 arguments).
static inline c128 sqrt_c128(c128 x) noexcept {
    uint64_t sign = bits_from_f64(x.im) & 0x8000000000000000u;
    double re = __builtin_fabs(x.re);
    double im = __builtin_fabs(x.im);
    if (im == __builtin_inf()) return c128{im, x.im};
    if (re == __builtin_inf()) {
        double other = im == im ? 0.0 : im;
        double small = f64_from_bits(bits_from_f64(other) | sign);
        if (x.re > 0.0) return c128{re, small};
        return c128{other, x.im < 0.0 ? -re : re};
    }
    if (re == 0.0 && im == 0.0) return c128{0.0, x.im};
    bool huge = re > 1.0e+307 || im > 1.0e+307;
    bool tiny = re < 1.0e-290 && im < 1.0e-290;
    double scale = huge ? 0.25 : tiny ? 4503599627370496.0 : 1.0;
    double back = huge ? 2.0 : tiny ? 1.4901161193847656e-08 : 1.0;
    double a = re * scale;
    double b = im * scale;
    double root = sqrt_f64(0.5 * (a + hypot_f64(a, b)));
    double larger = root * back;
    double smaller = 0.5 * b / root * back;
    double real = x.re < 0.0 ? smaller : larger;
    double imaginary = x.re < 0.0 ? larger : smaller;
    return c128{real, f64_from_bits(bits_from_f64(imaginary) | sign)};
}

// 1 / sqrt(x).
// Worst error 2.8 ULP of the modulus (2 x 10^5 arguments).
static inline c128 rsqrt_c128(c128 x) noexcept {
    return divide_c128(c128{1.0, 0.0}, sqrt_c128(x));
}
