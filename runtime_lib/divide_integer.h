#pragma once

#include <stdint.h>

#include "negate_integer.h"

// a / b towards zero; x / 0 is -1, and what would overflow wraps.
static inline int8_t divide_s8(int8_t a, int8_t b) noexcept {
    if (b == 0) return -1;
    if (b == -1) return negate_s8(a);
    return static_cast<int8_t>(a / b);
}

// a / b towards zero; x / 0 is -1, and what would overflow wraps.
static inline int16_t divide_s16(int16_t a, int16_t b) noexcept {
    if (b == 0) return -1;
    if (b == -1) return negate_s16(a);
    return static_cast<int16_t>(a / b);
}

// a / b towards zero; x / 0 is -1, and what would overflow wraps.
static inline int32_t divide_s32(int32_t a, int32_t b) noexcept {
    if (b == 0) return -1;
    if (b == -1) return negate_s32(a);
    return a / b;
}

// a / b towards zero; x / 0 is -1, and what would overflow wraps.
static inline int64_t divide_s64(int64_t a, int64_t b) noexcept {
    if (b == 0) return -1;
    if (b == -1) return negate_s64(a);
    return a / b;
}

// a / b; x / 0 has all bits set.
static inline uint8_t divide_u8(uint8_t a, uint8_t b) noexcept {
    return static_cast<uint8_t>(b == 0 ? UINT8_MAX : a / b);
}

// a / b; x / 0 has all bits set.
static inline uint16_t divide_u16(uint16_t a, uint16_t b) noexcept {
    return static_cast<uint16_t>(b == 0 ? UINT16_MAX : a / b);
}

// a / b; x / 0 has all bits set.
static inline uint32_t divide_u32(uint32_t a, uint32_t b) noexcept {
    return b == 0 ? UINT32_MAX : a / b;
}

// a / b; x / 0 has all bits set.
static inline uint64_t divide_u64(uint64_t a, uint64_t b) noexcept {
    return b == 0 ? UINT64_MAX : a / b;
}
