#pragma once

#include <stdint.h>

// -1, 0 or 1.
static inline int8_t sign_s8(int8_t x) noexcept {
    return static_cast<int8_t>((x > 0) - (x < 0));
}

// -1, 0 or 1.
static inline int16_t sign_s16(int16_t x) noexcept {
    return static_cast<int16_t>((x > 0) - (x < 0));
}

// -1, 0 or 1.
static inline int32_t sign_s32(int32_t x) noexcept {
    return (x > 0) - (x < 0);
}

// -1, 0 or 1.
static inline int64_t sign_s64(int64_t x) noexcept {
    return static_cast<int64_t>((x > 0) - (x < 0));
}
