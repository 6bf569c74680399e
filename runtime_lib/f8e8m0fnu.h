#pragma once

#include <stdint.h>

#include "bits.h"

// The value of f8e8m0fnu bits, a power of two: the exponent is biased by 127; 2^-127 is subnormal among floats.
static inline float f32_from_f8e8m0fnu(uint8_t bits) noexcept {
    const uint32_t number = bits == 0 ? 0x00400000u : static_cast<uint32_t>(bits) << 23;
    return f32_from_bits(bits == 0xff ? 0x7fc00000u : number);
}

// The nearest number of f8e8m0fnu, ties up; a NaN for what is not positive and beyond 2^127.
static inline float round_f8e8m0fnu(float x) noexcept {
    const uint32_t bits = bits_from_f32(x);
    const uint32_t power = (bits + 0x00400000u) & 0x7f800000u; // 1.5 and more of one is the next
    const uint32_t least = bits < 0x00600000u ? 0x00400000u : 0x00800000u; // 2^-127 below 1.5 times that
    const uint32_t number = bits < 0x00800000u ? least : power;
    const bool none = !(x > 0.0f) || number >= 0x7f800000u;
    return f32_from_bits(none ? 0x7fc00000u : number);
}

// The bits of a number that f8e8m0fnu has.
static inline uint8_t f8e8m0fnu_bits(float x) noexcept {
    const uint32_t bits = bits_from_f32(x);
    return static_cast<uint8_t>(x != x ? 0xffu : bits >> 23);
}
