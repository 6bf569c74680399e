#pragma once

#include "bits.h"
#include "complex_type.h"

// x, but every NaN is the positive quiet one without payload.
static inline float canonical_f32(float x) noexcept {
    return x == x ? x : f32_from_bits(0x7fc00000u);
}

// x, but every NaN is the positive quiet one without payload.
static inline double canonical_f64(double x) noexcept {
    return x == x ? x : f64_from_bits(0x7ff8000000000000u);
}

// The same of both parts.
static inline c64 canonical_c64(c64 x) noexcept {
    return c64{canonical_f32(x.re), canonical_f32(x.im)};
}

// The same of both parts.
static inline c128 canonical_c128(c128 x) noexcept {
    return c128{canonical_f64(x.re), canonical_f64(x.im)};
}
