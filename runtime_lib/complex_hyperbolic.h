#pragma once

#include "bits.h"
#include "cis.h"
#include "complex_type.h"
#include "cos.h"
#include "cosh.h"
#include "exp.h"
#include "sin.h"
#include "sinh.h"
#include "tan.h"
#include "tanh.h"

// sinh x = sinh re cos im + i cosh re sin im.
// Worst error 2.3 ULP of the modulus (2 x 10^5 arguments).
static inline c64 sinh_c64(c64 x) noexcept {
    if (x.im == 0.0f) return c64{sinh_f32(x.re), x.im};
    c64 wave = cis_f32(x.im);
    if (x.re == 0.0f) return c64{wave.re < 0.0f ? -x.re : x.re, wave.im};
    if (x.re - x.re != 0.0f && wave.im != wave.im) return c64{x.re, wave.im};
    return c64{sinh_f32(x.re) * wave.re, cosh_f32(x.re) * wave.im};
}

// cosh x = cosh re cos im + i sinh re sin im.
// Worst error 2.2 ULP of the modulus (2 x 10^5 arguments).
static inline c64 cosh_c64(c64 x) noexcept {
    uint32_t sign = bits_from_f32(x.re) & 0x80000000u;
    if (x.im == 0.0f) return c64{cosh_f32(x.re), f32_from_bits(bits_from_f32(x.im) ^ sign)};
    c64 wave = cis_f32(x.im);
    if (x.re == 0.0f) return c64{wave.re, wave.im < 0.0f ? -x.re : x.re};
    if (x.re - x.re != 0.0f && wave.im != wave.im) return c64{__builtin_fabsf(x.re), wave.im};
    return c64{cosh_f32(x.re) * wave.re, sinh_f32(x.re) * wave.im};
}

// tanh x, after W. Kahan: with t = tan im, s = sinh re and b = 1 + t^2, (b s sqrt(1 + s^2) + i t) / (1 + b s^2).
// Beyond 12 (22 in double) the real part is 1 or -1, and the imaginary one 4 sin im cos im e^(-2 |re|).
// Worst error 3.7 ULP of the modulus (2 x 10^5 arguments).
static inline c64 tanh_c64(c64 x) noexcept {
    float size = __builtin_fabsf(x.re);
    if (size > 12.0f) {
        float one = f32_from_bits(bits_from_f32(1.0f) | (bits_from_f32(x.re) & 0x80000000u));
        float nothing = x.im - x.im; // NaN where im is no number
        if (size < __builtin_inff() && nothing != 0.0f) return c64{nothing, nothing};
        float small = nothing == 0.0f ? 4.0f * sin_f32(x.im) * cos_f32(x.im) * exp_f32(-2.0f * size) : 0.0f;
        return c64{one, small};
    }
    if (x.im == 0.0f) return c64{tanh_f32(x.re), x.im};
    float t = tan_f32(x.im);
    if (x.re == 0.0f) return c64{x.re, t};
    float s = sinh_f32(x.re);
    float b = 1.0f + t * t;
    float d = 1.0f + b * s * s;
    return c64{b * s * cosh_f32(x.re) / d, t / d};
}

// sinh x = sinh re cos im + i cosh re sin im.
// Worst error 2.5 ULP of the modulus (2 x 10^5 arguments).
static inline c128 sinh_c128(c128 x) noexcept {
    if (x.im == 0.0) return c128{sinh_f64(x.re), x.im};
    c128 wave = cis_f64(x.im);
    if (x.re == 0.0) return c128{wave.re < 0.0 ? -x.re : x.re, wave.im};
    if (x.re - x.re != 0.0 && wave.im != wave.im) return c128{x.re, wave.im};
    return c128{sinh_f64(x.re) * wave.re, cosh_f64(x.re) * wave.im};
}

// cosh x = cosh re cos im + i sinh re sin im.
// Worst error 2.3 ULP of the modulus (2 x 10^5 arguments).
static inline c128 cosh_c128(c128 x) noexcept {
    uint64_t sign = bits_from_f64(x.re) & 0x8000000000000000u;
    if (x.im == 0.0) return c128{cosh_f64(x.re), f64_from_bits(bits_from_f64(x.im) ^ sign)};
    c128 wave = cis_f64(x.im);
    if (x.re == 0.0) return c128{wave.re, wave.im < 0.0 ? -x.re : x.re};
    if (x.re - x.re != 0.0 && wave.im != wave.im) return c128{__builtin_fabs(x.re), wave.im};
    return c128{cosh_f64(x.re) * wave.re, sinh_f64(x.re) * wave.im};
}

// tanh x, after W. Kahan: with t = tan im, s = sinh re and b = 1 + t^2, (b s sqrt(1 + s^2) + i t) / (1 + b s^2).
// As tanh_c64.
// Worst error 3.8 ULP of the modulus (2 x 10^5 arguments).
static inline c128 tanh_c128(c128 x) noexcept {
    double size = __builtin_fabs(x.re);
    if (size > 22.0) {
        double one = f64_from_bits(bits_from_f64(1.0) | (bits_from_f64(x.re) & 0x8000000000000000u));
        double nothing = x.im - x.im; // NaN where im is no number
        if (size < __builtin_inf() && nothing != 0.0) return c128{nothing, nothing};
        double small = nothing == 0.0 ? 4.0 * sin_f64(x.im) * cos_f64(x.im) * exp_f64(-2.0 * size) : 0.0;
        return c128{one, small};
    }
    if (x.im == 0.0) return c128{tanh_f64(x.re), x.im};
    double t = tan_f64(x.im);
    if (x.re == 0.0) return c128{x.re, t};
    double s = sinh_f64(x.re);
    double b = 1.0 + t * t;
    double d = 1.0 + b * s * s;
    return c128{b * s * cosh_f64(x.re) / d, t / d};
}
