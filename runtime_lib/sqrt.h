#pragma once

#include "bits.h"

// Square root, correctly rounded. The guard, which must not trap on NaN, lets GCC leave out libm's call for errno.
static inline float sqrt_f32(float x) {
    return __builtin_isless(x, 0.0f) ? f32_from_bits(0x7fc00000u) : __builtin_sqrtf(x);
}

// Square root, correctly rounded. As sqrt_f32.
static inline double sqrt_f64(double x) {
    return __builtin_isless(x, 0.0) ? f64_from_bits(0x7ff8000000000000u) : __builtin_sqrt(x);
}
