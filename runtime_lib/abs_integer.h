#pragma once

#include <stdint.h>

#include "negate_integer.h"

// |x|; that of the smallest number is itself.
static inline int8_t abs_s8(int8_t x) noexcept {
    return x < 0 ? negate_s8(x) : x;
}

// |x|; that of the smallest number is itself.
static inline int16_t abs_s16(int16_t x) noexcept {
    return x < 0 ? negate_s16(x) : x;
}

// |x|; that of the smallest number is itself.
static inline int32_t abs_s32(int32_t x) noexcept {
    return x < 0 ? negate_s32(x) : x;
}

// |x|; that of the smallest number is itself.
static inline int64_t abs_s64(int64_t x) noexcept {
    return x < 0 ? negate_s64(x) : x;
}
