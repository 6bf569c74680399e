#pragma once

#include <stdint.h>

#include "clz.h"
#include "float_parts.h"

// The bits of a double from those of a float that is zero, subnormal, infinite or NaN.
static inline uint64_t soft_f64_from_special_f32(uint32_t x) noexcept {
    const uint64_t sign = static_cast<uint64_t>(x & 0x80000000u) << 32;
    if (x << 1 == 0u) return sign;
    if (x << 1 > 0xff000000u) return 0x7ff8000000000000u;
    if (x << 1 == 0xff000000u) return sign | 0x7ff0000000000000u;
    const parts_f32 parts = parts_from_f32(x & 0x7fffffffu);
    return sign + (static_cast<uint64_t>(parts.exponent + 895) << 52) +
           (static_cast<uint64_t>(parts.significand) << 29);
}

// The bits of a double from those of a float.
static inline uint64_t soft_f64_from_f32(uint32_t x) noexcept {
    if ((x << 1 >> 24) - 1u > 253u) return soft_f64_from_special_f32(x);
    const uint32_t high = (x & 0x80000000u) + (x << 1 >> 4) + 0x38000000u;
    return static_cast<uint64_t>(high) << 32 | x << 29;
}

// The bits of the float nearest to a double whose exponent a normal float does not have.
static inline uint32_t soft_f32_from_special_f64(uint64_t x) noexcept {
    const uint32_t sign = static_cast<uint32_t>(x >> 32) & 0x80000000u;
    const uint32_t exponent = static_cast<uint32_t>(x >> 52) & 0x7ffu;
    if (x << 1 > 0xffe0000000000000u) return 0x7fc00000u;
    if (exponent < 800u) return sign;
    const uint64_t significand = x << 11 | 0x8000000000000000u;
    const uint32_t sticky = static_cast<uint32_t>(significand) != 0u ? 1u : 0u;
    return rounded_f32(sign, static_cast<int32_t>(exponent) - 896, static_cast<uint32_t>(significand >> 32) | sticky);
}

// The bits of the float nearest to a double.
static inline uint32_t soft_f32_from_f64(uint64_t x) noexcept {
    const uint32_t high = static_cast<uint32_t>(x >> 32);
    const uint32_t low = static_cast<uint32_t>(x);
    const uint32_t below =
        (high << 1 >> 21) - 897u; // the exponent less one, which the first bit of the significand adds
    if (below > 253u) return soft_f32_from_special_f64(x);
    const uint32_t kept = (high << 12 >> 9) + 0x00800000u + (low >> 29);
    return (high & 0x80000000u) + (below << 23) + nearest_u32(kept, low << 3);
}

// The bits of the float nearest to an integer.
static inline uint32_t soft_f32_from_s32(int32_t x) noexcept {
    const uint32_t sign = static_cast<uint32_t>(x) & 0x80000000u;
    const uint32_t size = sign != 0u ? 0u - static_cast<uint32_t>(x) : static_cast<uint32_t>(x);
    if (size == 0u) return 0u;
    const uint32_t up = clz_u32(size);
    return sign + ((157u - up) << 23) + nearest_u32(size << up >> 8, size << up << 24);
}

// The bits of a double from an integer.
static inline uint64_t soft_f64_from_s32(int32_t x) noexcept {
    const uint32_t sign = static_cast<uint32_t>(x) & 0x80000000u;
    const uint32_t size = sign != 0u ? 0u - static_cast<uint32_t>(x) : static_cast<uint32_t>(x);
    if (size == 0u) return 0u;
    const uint32_t up = clz_u32(size);
    const uint32_t first = size << up;
    return static_cast<uint64_t>(sign + ((1053u - up) << 20) + (first >> 11)) << 32 | first << 21;
}
