#pragma once

#include <stdint.h>

// The larger.
static inline int8_t maximum_s8(int8_t a, int8_t b) noexcept {
    return a > b ? a : b;
}

// The larger.
static inline int16_t maximum_s16(int16_t a, int16_t b) noexcept {
    return a > b ? a : b;
}

// The larger.
static inline int32_t maximum_s32(int32_t a, int32_t b) noexcept {
    return a > b ? a : b;
}

// The larger.
static inline int64_t maximum_s64(int64_t a, int64_t b) noexcept {
    return a > b ? a : b;
}

// The larger.
static inline uint8_t maximum_u8(uint8_t a, uint8_t b) noexcept {
    return a > b ? a : b;
}

// The larger.
static inline uint16_t maximum_u16(uint16_t a, uint16_t b) noexcept {
    return a > b ? a : b;
}

// The larger.
static inline uint32_t maximum_u32(uint32_t a, uint32_t b) noexcept {
    return a > b ? a : b;
}

// The larger.
static inline uint64_t maximum_u64(uint64_t a, uint64_t b) noexcept {
    return a > b ? a : b;
}
