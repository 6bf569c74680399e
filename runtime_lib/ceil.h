#pragma once

#include "bits.h"

// The least integer at or above x, exact. Adding and subtracting 2^23 rounds |x| < 2^23 to an integer.
static inline float ceil_f32(float x) noexcept {
    uint32_t size = bits_from_f32(x) & 0x7fffffffu;
    uint32_t sign = bits_from_f32(x) & 0x80000000u;
    float magic = f32_from_bits(size < 0x4b000000u ? 0x4b000000u : 0u);
    float rounded = (f32_from_bits(size) + magic) - magic;
    float y = f32_from_bits(bits_from_f32(rounded) | sign);
    return f32_from_bits(bits_from_f32(y + (y < x ? 1.0f : 0.0f)) | sign); // -0.5 gives -0
}

// The least integer at or above x, exact. As ceil_f32.
static inline double ceil_f64(double x) noexcept {
    uint64_t size = bits_from_f64(x) & 0x7fffffffffffffffu;
    uint64_t sign = bits_from_f64(x) & 0x8000000000000000u;
    double magic = f64_from_bits(size < 0x4330000000000000u ? 0x4330000000000000u : 0u);
    double rounded = (f64_from_bits(size) + magic) - magic;
    double y = f64_from_bits(bits_from_f64(rounded) | sign);
    return f64_from_bits(bits_from_f64(y + (y < x ? 1.0 : 0.0)) | sign); // -0.5 gives -0
}
