#pragma once

#include <stdint.h>

#include "bits.h"
#include "narrow_float.h"

// The value of f8e4m3 bits.
static inline float f32_from_f8e4m3(uint8_t bits) noexcept {
    const uint32_t code = bits & 0x7fu;
    const uint32_t sign = static_cast<uint32_t>(bits & 0x80) << 24;
    const uint32_t special = 0x7f800000u | ((code & 0x7u) << 20); // an infinity, a NaN
    const uint32_t number = bits_from_f32(narrow_number(code, 3, 7));
    return f32_from_bits((code >= 0x78u ? special : number) | sign);
}

// The nearest number of f8e4m3, ties to even; infinite beyond 240; a NaN stays one.
static inline float round_f8e4m3(float x) noexcept {
    return narrow_round(x, 3, 7, 240.0f, f32_from_bits(0x7f800000u));
}

// The bits of a number that f8e4m3 has.
static inline uint8_t f8e4m3_bits(float x) noexcept {
    const uint32_t size = bits_from_f32(x) & 0x7fffffffu;
    const uint32_t special = 0x78u | ((size >> 20) & 0x7u);
    const uint32_t code = size >= 0x7f800000u ? special : narrow_code(x, 3, 7);
    return static_cast<uint8_t>(code | narrow_sign(x, 7));
}
