#pragma once

#include <stdint.h>

// a % b with the sign of a; x % 0 is x.
static inline int8_t rem_s8(int8_t a, int8_t b) noexcept {
    if (b == 0) return a;
    if (b == -1) return 0;
    return static_cast<int8_t>(a % b);
}

// a % b with the sign of a; x % 0 is x.
static inline int16_t rem_s16(int16_t a, int16_t b) noexcept {
    if (b == 0) return a;
    if (b == -1) return 0;
    return static_cast<int16_t>(a % b);
}

// a % b with the sign of a; x % 0 is x.
static inline int32_t rem_s32(int32_t a, int32_t b) noexcept {
    if (b == 0) return a;
    if (b == -1) return 0;
    return a % b;
}

// a % b with the sign of a; x % 0 is x.
static inline int64_t rem_s64(int64_t a, int64_t b) noexcept {
    if (b == 0) return a;
    if (b == -1) return 0;
    return a % b;
}

// a % b; x % 0 is x.
static inline uint8_t rem_u8(uint8_t a, uint8_t b) noexcept {
    return static_cast<uint8_t>(b == 0 ? a : a % b);
}

// a % b; x % 0 is x.
static inline uint16_t rem_u16(uint16_t a, uint16_t b) noexcept {
    return static_cast<uint16_t>(b == 0 ? a : a % b);
}

// a % b; x % 0 is x.
static inline uint32_t rem_u32(uint32_t a, uint32_t b) noexcept {
    return b == 0 ? a : a % b;
}

// a % b; x % 0 is x.
static inline uint64_t rem_u64(uint64_t a, uint64_t b) noexcept {
    return b == 0 ? a : a % b;
}
