#pragma once

#include <stdint.h>

#include "clz.h"

// A finite number other than zero, without its sign: significand * 2^(exponent - 150), where 2^23 <= significand <
// 2^24. Subnormals have exponents below 1.
struct parts_f32 {
    uint32_t significand;
    int32_t exponent;
};

// As parts_f32: significand * 2^(exponent - 1075), where 2^52 <= significand < 2^53.
struct parts_f64 {
    uint64_t significand;
    int32_t exponent;
};

// The parts of the number with these bits.
static inline parts_f32 parts_from_f32(uint32_t bits) noexcept {
    const uint32_t fraction = bits & 0x007fffffu;
    const uint32_t exponent = bits >> 23 & 0xffu;
    if (exponent != 0u) return parts_f32{fraction | 0x00800000u, static_cast<int32_t>(exponent)};
    const uint32_t up = clz_u32(fraction) - 8u;
    return parts_f32{fraction << up, 1 - static_cast<int32_t>(up)};
}

// The parts of the number with these bits.
static inline parts_f64 parts_from_f64(uint64_t bits) noexcept {
    const uint64_t fraction = bits & 0x000fffffffffffffu;
    const uint32_t exponent = static_cast<uint32_t>(bits >> 52) & 0x7ffu;
    if (exponent != 0u) return parts_f64{fraction | 0x0010000000000000u, static_cast<int32_t>(exponent)};
    const uint32_t up = static_cast<uint32_t>(clz_u64(fraction)) - 11u;
    return parts_f64{fraction << up, 1 - static_cast<int32_t>(up)};
}

// x / 2^count; the last bit is also set where one was cut off, so that rounding sees it.
static inline uint32_t shift_right_sticky_u32(uint32_t x, uint32_t count) noexcept {
    if (count == 0u) return x;
    if (count > 31u) return x != 0u ? 1u : 0u;
    return x >> count | (x << (32u - count) != 0u ? 1u : 0u);
}

// x / 2^count. As shift_right_sticky_u32.
static inline uint64_t shift_right_sticky_u64(uint64_t x, uint32_t count) noexcept {
    if (count == 0u) return x;
    if (count > 63u) return x != 0u ? 1u : 0u;
    return x >> count | (x << (64u - count) != 0u ? 1u : 0u);
}

// kept, plus one where `rest`, the 32 bits that follow, rounds it up to the nearest, ties to even. The last bit of
// `rest` may stand for more that was cut off.
static inline uint32_t nearest_u32(uint32_t kept, uint32_t rest) noexcept {
    kept += rest >> 31;
    if (rest == 0x80000000u) kept &= ~1u;
    return kept;
}

// As nearest_u32, of 64 bits.
static inline uint64_t nearest_u64(uint64_t kept, uint32_t rest) noexcept {
    kept += rest >> 31;
    if (rest == 0x80000000u) kept &= ~static_cast<uint64_t>(1u);
    return kept;
}

// The bits of the float nearest to significand * 2^(exponent - 158), ties to even, where 2^31 <= significand; its last
// bit may stand for more that was cut off. What rounding carries goes into the exponent.
static inline uint32_t rounded_f32(uint32_t sign, int32_t exponent, uint32_t significand) noexcept {
    if (exponent > 254) return sign | 0x7f800000u;
    if (exponent < 1) {
        significand = shift_right_sticky_u32(significand, static_cast<uint32_t>(1 - exponent));
        exponent = 1;
    }
    const uint32_t kept = significand >> 8;
    const uint32_t up = (significand & 0xffu) + (kept & 1u) > 0x80u ? 1u : 0u;
    return sign + (static_cast<uint32_t>(exponent - 1) << 23) + kept + up;
}

// The bits of the double nearest to significand * 2^(exponent - 1086), where 2^63 <= significand. As rounded_f32.
static inline uint64_t rounded_f64(uint64_t sign, int32_t exponent, uint64_t significand) noexcept {
    if (exponent > 2046) return sign | 0x7ff0000000000000u;
    if (exponent < 1) {
        significand = shift_right_sticky_u64(significand, static_cast<uint32_t>(1 - exponent));
        exponent = 1;
    }
    const uint64_t kept = significand >> 11;
    const uint64_t up = (significand & 0x7ffu) + (kept & 1u) > 0x400u ? 1u : 0u;
    return sign + (static_cast<uint64_t>(exponent - 1) << 52) + kept + up;
}
