#pragma once

#include <stdint.h>

#include "bits.h"

// The value of bf16 bits.
static inline float f32_from_bf16(uint16_t bits) noexcept {
    return f32_from_bits(static_cast<uint32_t>(bits) << 16);
}

// The nearest number of bf16, ties to even; a NaN stays one.
static inline float round_bf16(float x) noexcept {
    const uint32_t bits = bits_from_f32(x);
    const uint32_t rounded = bits + 0x7fffu + ((bits >> 16) & 1u);
    const uint32_t quiet = bits | 0x00400000u;
    const uint32_t nan = (bits & 0x7fffffffu) > 0x7f800000u ? 0xffffffffu : 0u; // a mask, so that loops stay vectors
    return f32_from_bits(((quiet & nan) | (rounded & ~nan)) & 0xffff0000u);
}

// The bits of a number that bf16 has.
static inline uint16_t bf16_bits(float x) noexcept {
    return static_cast<uint16_t>(bits_from_f32(x) >> 16);
}

// The bits of the nearest number of bf16.
static inline uint16_t bf16_from_f32(float x) noexcept {
    return bf16_bits(round_bf16(x));
}
