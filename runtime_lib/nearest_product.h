#pragma once

#include "bits.h"
#include "product_u32.h"

// The nearest integer of the float x * scale, ties to even, saturating at low and high, which are at most 2^22 away
// from 0; a NaN is 0.
static inline int32_t nearest_of_float_product(int32_t x, float scale, int32_t low, int32_t high) noexcept {
    const float y = static_cast<float>(x) * scale;
    const float raised = y < static_cast<float>(low) ? static_cast<float>(low) : y;
    const float bounded = raised > static_cast<float>(high) ? static_cast<float>(high) : raised;
    const float rounded = bounded + 12582912.0f; // 1.5 * 2^23: its last bits are the integer
    return y == y ? static_cast<int32_t>(bits_from_f32(rounded)) - 0x4b400000 : 0;
}

// The same as a call: no inline function, which compilers might copy to each use.
static int32_t nearest_of_rare_product(int32_t x, float scale, int32_t low, int32_t high) noexcept {
    return nearest_of_float_product(x, scale, low, high);
}

// The same from integers, for machines without an FPU. The exact product lies apart from the float by less than its
// 2^-22nd part. Where no tie is so near, both have one nearest integer; else the float is computed.
static inline int32_t nearest_of_integer_product(int32_t x, float scale, int32_t low, int32_t high) noexcept {
    const uint32_t bits = bits_from_f32(scale);
    const uint32_t down = 126u - (bits >> 23 & 0xffu); // a scale in [2^-32, 1) has 0 to 31
    if (down > 31u) return nearest_of_rare_product(x, scale, low, high);
    const uint32_t size = x < 0 ? 0u - static_cast<uint32_t>(x) : static_cast<uint32_t>(x);
    const uint64_t product = product_u32(size, bits << 8 | 0x80000000u);
    const uint32_t upper = static_cast<uint32_t>(product >> 32);
    const uint32_t whole = upper >> down;
    const uint32_t fraction = upper << 1 << (31u - down) | static_cast<uint32_t>(product) >> down;
    const bool is_near_tie = fraction - (0x80000000u - 0x80000u) < 0x100000u; // by 2^-13, up to 2^9
    const bool is_large = whole > 511u && (low < -511 || high > 511);
    if (is_near_tie || is_large) return nearest_of_rare_product(x, scale, low, high);
    const int32_t nearest = static_cast<int32_t>(whole + (fraction >> 31));
    const int32_t y = (static_cast<uint32_t>(x) ^ bits) >> 31 != 0u ? -nearest : nearest;
    return y < low ? low : y > high ? high : y;
}

// The nearest integer of the float x * scale, ties to even, saturating at low and high; a NaN is 0.
static inline int32_t nearest_product_s32(int32_t x, float scale, int32_t low, int32_t high) noexcept {
    static_cast<void>(&nearest_of_integer_product); // no warning where it is not used
#if defined(__GNUC__) && ((defined(__arm__) && !defined(__ARM_FP)) || (defined(__riscv) && !defined(__riscv_flen)))
    return nearest_of_integer_product(x, scale, low, high);
#else
    return nearest_of_float_product(x, scale, low, high);
#endif
}
