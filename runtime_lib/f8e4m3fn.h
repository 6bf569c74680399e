#pragma once

#include <stdint.h>

#include "bits.h"
#include "narrow_float.h"

// The value of f8e4m3fn bits.
static inline float f32_from_f8e4m3fn(uint8_t bits) noexcept {
    const uint32_t code = bits & 0x7fu;
    const uint32_t sign = static_cast<uint32_t>(bits & 0x80) << 24;
    const uint32_t number = code == 0x7fu ? 0x7fc00000u : bits_from_f32(narrow_number(code, 3, 7));
    return f32_from_bits(number | sign);
}

// The nearest number of f8e4m3fn, ties to even; a NaN beyond 448, and a NaN stays one.
static inline float round_f8e4m3fn(float x) noexcept {
    return narrow_round(x, 3, 7, 448.0f, f32_from_bits(0x7fc00000u));
}

// The bits of a number that f8e4m3fn has.
static inline uint8_t f8e4m3fn_bits(float x) noexcept {
    const uint32_t code = x != x ? 0x7fu : narrow_code(x, 3, 7);
    return static_cast<uint8_t>(code | narrow_sign(x, 7));
}
