#pragma once

#include <stdint.h>

#include "bits.h"
#include "narrow_float.h"

// The value of f8e3m4 bits.
static inline float f32_from_f8e3m4(uint8_t bits) noexcept {
    const uint32_t code = bits & 0x7fu;
    const uint32_t sign = static_cast<uint32_t>(bits & 0x80) << 24;
    const uint32_t special = 0x7f800000u | ((code & 0xfu) << 19); // an infinity, a NaN
    const uint32_t number = bits_from_f32(narrow_number(code, 4, 3));
    return f32_from_bits((code >= 0x70u ? special : number) | sign);
}

// The nearest number of f8e3m4, ties to even; infinite beyond 15.5; a NaN stays one.
static inline float round_f8e3m4(float x) noexcept {
    return narrow_round(x, 4, 3, 15.5f, f32_from_bits(0x7f800000u));
}

// The bits of a number that f8e3m4 has.
static inline uint8_t f8e3m4_bits(float x) noexcept {
    const uint32_t size = bits_from_f32(x) & 0x7fffffffu;
    const uint32_t special = 0x70u | ((size >> 19) & 0xfu);
    const uint32_t code = size >= 0x7f800000u ? special : narrow_code(x, 4, 3);
    return static_cast<uint8_t>(code | narrow_sign(x, 7));
}
