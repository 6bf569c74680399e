#pragma once

#include "bits.h"

// The nearest integer, halves to even, exact. Adding and subtracting 2^23 rounds |x| < 2^23 to an integer.
static inline float round_even_f32(float x) noexcept {
    uint32_t size = bits_from_f32(x) & 0x7fffffffu;
    float magic = f32_from_bits(size < 0x4b000000u ? 0x4b000000u : 0u);
    float rounded = (f32_from_bits(size) + magic) - magic;
    return f32_from_bits(bits_from_f32(rounded) | (bits_from_f32(x) & 0x80000000u));
}

// The nearest integer, halves to even, exact. As round_even_f32.
static inline double round_even_f64(double x) noexcept {
    uint64_t size = bits_from_f64(x) & 0x7fffffffffffffffu;
    double magic = f64_from_bits(size < 0x4330000000000000u ? 0x4330000000000000u : 0u);
    double rounded = (f64_from_bits(size) + magic) - magic;
    return f64_from_bits(bits_from_f64(rounded) | (bits_from_f64(x) & 0x8000000000000000u));
}

// The nearest integer, halves away from zero, exact. A half that went down to even goes up.
static inline float round_away_f32(float x) noexcept {
    uint32_t size = bits_from_f32(x) & 0x7fffffffu;
    float magic = f32_from_bits(size < 0x4b000000u ? 0x4b000000u : 0u);
    float rounded = (f32_from_bits(size) + magic) - magic;
    rounded += f32_from_bits(size) - rounded >= 0.5f ? 1.0f : 0.0f;
    return f32_from_bits(bits_from_f32(rounded) | (bits_from_f32(x) & 0x80000000u));
}

// The nearest integer, halves away from zero, exact. A half that went down to even goes up.
static inline double round_away_f64(double x) noexcept {
    uint64_t size = bits_from_f64(x) & 0x7fffffffffffffffu;
    double magic = f64_from_bits(size < 0x4330000000000000u ? 0x4330000000000000u : 0u);
    double rounded = (f64_from_bits(size) + magic) - magic;
    rounded += f64_from_bits(size) - rounded >= 0.5 ? 1.0 : 0.0;
    return f64_from_bits(bits_from_f64(rounded) | (bits_from_f64(x) & 0x8000000000000000u));
}
