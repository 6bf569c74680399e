#pragma once

#include <stdint.h>

#include "bits.h"
#include "narrow_float.h"

// The value of f4e2m1fn bits, the lower four.
static inline float f32_from_f4e2m1fn(uint8_t bits) noexcept {
    const uint32_t sign = static_cast<uint32_t>(bits & 0x8) << 28;
    return f32_from_bits(bits_from_f32(narrow_number(bits & 0x7u, 1, 1)) | sign);
}

// The nearest number of f4e2m1fn, ties to even; 6 beyond 6; of a NaN, -0.
static inline float round_f4e2m1fn(float x) noexcept {
    return x != x ? -0.0f : narrow_round(x, 1, 1, 6.0f, 6.0f);
}

// The bits of a number that f4e2m1fn has.
static inline uint8_t f4e2m1fn_bits(float x) noexcept {
    return static_cast<uint8_t>(narrow_code(x, 1, 1) | narrow_sign(x, 3));
}
