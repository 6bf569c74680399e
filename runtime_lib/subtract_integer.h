#pragma once

#include <stdint.h>

// a - b, wrapping.
static inline int8_t subtract_s8(int8_t a, int8_t b) noexcept {
    return static_cast<int8_t>(static_cast<uint32_t>(a) - static_cast<uint32_t>(b));
}

// a - b, wrapping.
static inline int16_t subtract_s16(int16_t a, int16_t b) noexcept {
    return static_cast<int16_t>(static_cast<uint32_t>(a) - static_cast<uint32_t>(b));
}

// a - b, wrapping.
static inline int32_t subtract_s32(int32_t a, int32_t b) noexcept {
    return static_cast<int32_t>(static_cast<uint32_t>(a) - static_cast<uint32_t>(b));
}

// a - b, wrapping.
static inline int64_t subtract_s64(int64_t a, int64_t b) noexcept {
    return static_cast<int64_t>(static_cast<uint64_t>(a) - static_cast<uint64_t>(b));
}

// a - b, wrapping.
static inline uint8_t subtract_u8(uint8_t a, uint8_t b) noexcept {
    return static_cast<uint8_t>(static_cast<uint32_t>(a) - static_cast<uint32_t>(b));
}

// a - b, wrapping.
static inline uint16_t subtract_u16(uint16_t a, uint16_t b) noexcept {
    return static_cast<uint16_t>(static_cast<uint32_t>(a) - static_cast<uint32_t>(b));
}

// a - b, wrapping.
static inline uint32_t subtract_u32(uint32_t a, uint32_t b) noexcept {
    return a - b;
}

// a - b, wrapping.
static inline uint64_t subtract_u64(uint64_t a, uint64_t b) noexcept {
    return a - b;
}
