#pragma once

#include "bits.h"

// The greatest integer at or below x, exact. Adding and subtracting 2^23 rounds |x| < 2^23 to an integer.
static inline float floor_f32(float x) noexcept {
    uint32_t size = bits_from_f32(x) & 0x7fffffffu;
    float magic = f32_from_bits(size < 0x4b000000u ? 0x4b000000u : 0u);
    float rounded = (f32_from_bits(size) + magic) - magic;
    float y = f32_from_bits(bits_from_f32(rounded) | (bits_from_f32(x) & 0x80000000u));
    return y - f32_from_bits((0u - (bits_from_f32(x - y) >> 31)) & 0x3f800000u);
}

// The greatest integer at or below x, exact. As floor_f32.
static inline double floor_f64(double x) noexcept {
    uint64_t size = bits_from_f64(x) & 0x7fffffffffffffffu;
    double magic = f64_from_bits(size < 0x4330000000000000u ? 0x4330000000000000u : 0u);
    double rounded = (f64_from_bits(size) + magic) - magic;
    double y = f64_from_bits(bits_from_f64(rounded) | (bits_from_f64(x) & 0x8000000000000000u));
    return y - f64_from_bits((0u - (bits_from_f64(x - y) >> 63)) & 0x3ff0000000000000u);
}
