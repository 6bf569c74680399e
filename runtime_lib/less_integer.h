#pragma once

#include <stdint.h>

// Whether a < b.
static inline bool less_s8(int8_t a, int8_t b) noexcept {
    return a < b;
}

// Whether a < b.
static inline bool less_s16(int16_t a, int16_t b) noexcept {
    return a < b;
}

// Whether a < b.
static inline bool less_s32(int32_t a, int32_t b) noexcept {
    return a < b;
}

// Whether a < b.
static inline bool less_s64(int64_t a, int64_t b) noexcept {
    return a < b;
}

// Whether a < b.
static inline bool less_u8(uint8_t a, uint8_t b) noexcept {
    return a < b;
}

// Whether a < b.
static inline bool less_u16(uint16_t a, uint16_t b) noexcept {
    return a < b;
}

// Whether a < b.
static inline bool less_u32(uint32_t a, uint32_t b) noexcept {
    return a < b;
}

// Whether a < b.
static inline bool less_u64(uint64_t a, uint64_t b) noexcept {
    return a < b;
}
