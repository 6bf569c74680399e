#pragma once

#include "bits.h"
#include "complex_type.h"
#include "sqrt.h"

// The modulus of (a, b), worst error 1.97 ULP (10^7 arguments). Infinite where a part is, whatever the other one.
// larger * sqrt(1 + (smaller / larger)^2): no square overflows.
static inline float hypot_f32(float a, float b) noexcept {
    float x = __builtin_fabsf(a);
    float y = __builtin_fabsf(b);
    float larger = x > y ? x : y;
    float smaller = x > y ? y : x;
    if (larger == 0.0f) return smaller;
    float ratio = smaller / larger;
    float size = larger * sqrt_f32(1.0f + ratio * ratio);
    if (size == size) return size;
    return x == __builtin_inff() || y == __builtin_inff() ? __builtin_inff() : size;
}

// |x|.
static inline float abs_c64(c64 x) noexcept {
    return hypot_f32(x.re, x.im);
}

// x / |x|, and x at 0.
static inline c64 sign_c64(c64 x) noexcept {
    float size = abs_c64(x);
    if (size == 0.0f) return x;
    if (size == __builtin_inff()) { // |x| may be too large where its parts are not
        x = c64{0.5f * x.re, 0.5f * x.im};
        size = abs_c64(x);
    }
    return c64{x.re / size, x.im / size};
}

// The modulus of (a, b), worst error 1.98 ULP (10^7 arguments). Infinite where a part is, whatever the other one. As
// hypot_f32.
static inline double hypot_f64(double a, double b) noexcept {
    double x = __builtin_fabs(a);
    double y = __builtin_fabs(b);
    double larger = x > y ? x : y;
    double smaller = x > y ? y : x;
    if (larger == 0.0) return smaller;
    double ratio = smaller / larger;
    double size = larger * sqrt_f64(1.0 + ratio * ratio);
    if (size == size) return size;
    return x == __builtin_inf() || y == __builtin_inf() ? __builtin_inf() : size;
}

// |x|.
static inline double abs_c128(c128 x) noexcept {
    return hypot_f64(x.re, x.im);
}

// x / |x|, and x at 0.
static inline c128 sign_c128(c128 x) noexcept {
    double size = abs_c128(x);
    if (size == 0.0) return x;
    if (size == __builtin_inf()) { // |x| may be too large where its parts are not
        x = c128{0.5 * x.re, 0.5 * x.im};
        size = abs_c128(x);
    }
    return c128{x.re / size, x.im / size};
}
