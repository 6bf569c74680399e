#pragma once

#include "bits.h"

// x, but every NaN is the positive quiet one without payload.
static inline float canonical_f32(float x) {
    return x == x ? x : f32_from_bits(0x7fc00000u);
}

// x, but every NaN is the positive quiet one without payload.
static inline double canonical_f64(double x) {
    return x == x ? x : f64_from_bits(0x7ff8000000000000u);
}
