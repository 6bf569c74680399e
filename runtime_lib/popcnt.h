#pragma once

#include <stdint.h>

#include "wrap.h"

// How many bits are set.
static inline uint32_t popcnt_u32(uint32_t x) noexcept {
    x -= (x >> 1) & 0x55555555u;
    x = (x & 0x33333333u) + ((x >> 2) & 0x33333333u);
    x = (x + (x >> 4)) & 0x0f0f0f0fu;
    return (x * 0x01010101u) >> 24;
}

// How many bits are set.
static inline uint64_t popcnt_u64(uint64_t x) noexcept {
    return popcnt_u32(static_cast<uint32_t>(x)) + popcnt_u32(static_cast<uint32_t>(x >> 32));
}

// How many bits are set.
static inline int8_t popcnt_s8(int8_t x) noexcept {
    return static_cast<int8_t>(popcnt_u32(static_cast<uint8_t>(x)));
}

// How many bits are set.
static inline int16_t popcnt_s16(int16_t x) noexcept {
    return static_cast<int16_t>(popcnt_u32(static_cast<uint16_t>(x)));
}

// How many bits are set.
static inline int32_t popcnt_s32(int32_t x) noexcept {
    return static_cast<int32_t>(popcnt_u32(static_cast<uint32_t>(x)));
}

// How many bits are set.
static inline int64_t popcnt_s64(int64_t x) noexcept {
    return static_cast<int64_t>(popcnt_u64(static_cast<uint64_t>(x)));
}

// How many bits are set.
static inline uint8_t popcnt_u8(uint8_t x) noexcept {
    return static_cast<uint8_t>(popcnt_u32(x));
}

// How many bits are set.
static inline uint16_t popcnt_u16(uint16_t x) noexcept {
    return static_cast<uint16_t>(popcnt_u32(x));
}

// How many of the 2 bits are set; 2 wraps to -2.
static inline int8_t popcnt_s2(int8_t x) noexcept {
    return wrap_s2(static_cast<int8_t>(popcnt_u32(static_cast<uint32_t>(x) & 3u)));
}

// How many of the 4 bits are set.
static inline int8_t popcnt_s4(int8_t x) noexcept {
    return static_cast<int8_t>(popcnt_u32(static_cast<uint32_t>(x) & 15u));
}

// How many of the 2 bits are set.
static inline uint8_t popcnt_u2(uint8_t x) noexcept {
    return static_cast<uint8_t>(popcnt_u32(static_cast<uint32_t>(x) & 3u));
}

// How many of the 4 bits are set.
static inline uint8_t popcnt_u4(uint8_t x) noexcept {
    return static_cast<uint8_t>(popcnt_u32(static_cast<uint32_t>(x) & 15u));
}
