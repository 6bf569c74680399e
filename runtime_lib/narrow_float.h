#pragma once

#include <stdint.h>

#include "bits.h"

// Floats of 8 and fewer bits, by the bits of their mantissa and the bias of their exponent. `code` is the bits of a
// number without its sign; subnormals count units of 2^(1 - bias - mantissa).

// The finite number that has a code.
static inline float narrow_number(uint32_t code, int mantissa, int bias) noexcept {
    const uint32_t normal = (code << (23 - mantissa)) + (static_cast<uint32_t>(127 - bias) << 23);
    const float unit = f32_from_bits(static_cast<uint32_t>(128 - bias - mantissa) << 23);
    const uint32_t subnormal = bits_from_f32(static_cast<float>(static_cast<int32_t>(code)) * unit);
    const uint32_t mask = 0u - static_cast<uint32_t>(code < (static_cast<uint32_t>(1) << mantissa));
    return f32_from_bits((subnormal & mask) | (normal & ~mask));
}

// The nearest number to `size`, not negative, ties to even, as if there were no largest one.
// In subnormals the last place is 2^(1 - bias - mantissa): adding 2^23 of them rounds to it.
static inline float narrow_nearest(float size, int mantissa, int bias) noexcept {
    const int lost = 23 - mantissa;
    const uint32_t bits = bits_from_f32(size);
    const uint32_t ones = (static_cast<uint32_t>(1) << lost) - 1u;
    const uint32_t large = (bits + (ones >> 1) + ((bits >> lost) & 1u)) & ~ones;
    const float shift = f32_from_bits(static_cast<uint32_t>(151 - bias - mantissa) << 23);
    const uint32_t small = bits_from_f32((size + shift) - shift);
    const uint32_t mask = 0u - static_cast<uint32_t>(bits < static_cast<uint32_t>(128 - bias) << 23);
    return f32_from_bits((small & mask) | (large & ~mask));
}

// The same with its sign: beyond the number `most`, `over`; a NaN stays one, with the upper bits of its payload.
static inline float narrow_round(float x, int mantissa, int bias, float most, float over) noexcept {
    const uint32_t bits = bits_from_f32(x);
    const uint32_t size = bits & 0x7fffffffu;
    const float near = narrow_nearest(f32_from_bits(size), mantissa, bias);
    const uint32_t bounded = bits_from_f32(near > most ? over : near);
    const uint32_t quiet = (size | 0x00400000u) & ~((static_cast<uint32_t>(1) << (23 - mantissa)) - 1u);
    return f32_from_bits((size > 0x7f800000u ? quiet : bounded) | (bits & 0x80000000u));
}

// The code of a finite number that there is.
static inline uint32_t narrow_code(float x, int mantissa, int bias) noexcept {
    const uint32_t size = bits_from_f32(x) & 0x7fffffffu;
    const uint32_t normal = (size >> (23 - mantissa)) - (static_cast<uint32_t>(127 - bias) << mantissa);
    const float shift = f32_from_bits(static_cast<uint32_t>(151 - bias - mantissa) << 23);
    const uint32_t subnormal = bits_from_f32(f32_from_bits(size) + shift) & 0x7fffffu;
    return size < static_cast<uint32_t>(128 - bias) << 23 ? subnormal : normal;
}

// The sign of a number at its place.
static inline uint32_t narrow_sign(float x, int place) noexcept {
    return (bits_from_f32(x) >> 31) << place;
}
