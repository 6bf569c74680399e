#pragma once

#include <stdint.h>

// -x, wrapping.
static inline int8_t negate_s8(int8_t x) noexcept {
    return static_cast<int8_t>(0u - static_cast<uint32_t>(x));
}

// -x, wrapping.
static inline int16_t negate_s16(int16_t x) noexcept {
    return static_cast<int16_t>(0u - static_cast<uint32_t>(x));
}

// -x, wrapping.
static inline int32_t negate_s32(int32_t x) noexcept {
    return static_cast<int32_t>(0u - static_cast<uint32_t>(x));
}

// -x, wrapping.
static inline int64_t negate_s64(int64_t x) noexcept {
    return static_cast<int64_t>(UINT64_C(0) - static_cast<uint64_t>(x));
}

// -x, wrapping.
static inline uint8_t negate_u8(uint8_t x) noexcept {
    return static_cast<uint8_t>(0u - static_cast<uint32_t>(x));
}

// -x, wrapping.
static inline uint16_t negate_u16(uint16_t x) noexcept {
    return static_cast<uint16_t>(0u - static_cast<uint32_t>(x));
}

// -x, wrapping.
static inline uint32_t negate_u32(uint32_t x) noexcept {
    return 0u - x;
}

// -x, wrapping.
static inline uint64_t negate_u64(uint64_t x) noexcept {
    return UINT64_C(0) - x;
}
