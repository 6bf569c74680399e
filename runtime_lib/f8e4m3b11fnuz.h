#pragma once

#include <stdint.h>

#include "bits.h"
#include "narrow_float.h"

// The value of f8e4m3b11fnuz bits: that of -0 is a NaN.
static inline float f32_from_f8e4m3b11fnuz(uint8_t bits) noexcept {
    const uint32_t sign = static_cast<uint32_t>(bits & 0x80) << 24;
    const uint32_t number = bits_from_f32(narrow_number(bits & 0x7fu, 3, 11)) | sign;
    return f32_from_bits(bits == 0x80 ? 0xffc00000u : number);
}

// The nearest number of f8e4m3b11fnuz, ties to even; a NaN beyond 30, and a NaN stays one; no -0.
static inline float round_f8e4m3b11fnuz(float x) noexcept {
    return narrow_round(x, 3, 11, 30.0f, f32_from_bits(0x7fc00000u)) + 0.0f;
}

// The bits of a number that f8e4m3b11fnuz has.
static inline uint8_t f8e4m3b11fnuz_bits(float x) noexcept {
    const uint32_t number = narrow_code(x, 3, 11) | narrow_sign(x, 7);
    return static_cast<uint8_t>(x != x ? 0x80u : number);
}
