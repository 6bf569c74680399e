#pragma once

#include <stdint.h>

// An integer that grows with the number of these bits; both zeros are 0. NaN are outside of the infinities.
static inline int32_t soft_order_f32(uint32_t x) noexcept {
    return static_cast<int32_t>(x >> 31 != 0u ? 0x80000000u - x : x);
}

// As soft_order_f32.
static inline int64_t soft_order_f64(uint64_t x) noexcept {
    return static_cast<int64_t>(x >> 63 != 0u ? 0x8000000000000000u - x : x);
}

// a < b, from their bits.
static inline bool soft_less_f32(uint32_t a, uint32_t b) noexcept {
    const int32_t x = soft_order_f32(a);
    const int32_t y = soft_order_f32(b);
    return x < y && x >= -0x7f800000 && (y <= 0x7f800000);
}

// a <= b, from their bits.
static inline bool soft_less_equal_f32(uint32_t a, uint32_t b) noexcept {
    const int32_t x = soft_order_f32(a);
    const int32_t y = soft_order_f32(b);
    return x <= y && x >= -0x7f800000 && (y <= 0x7f800000);
}

// a == b, from their bits.
static inline bool soft_equal_f32(uint32_t a, uint32_t b) noexcept {
    return soft_order_f32(a) == soft_order_f32(b) && a << 1 <= 0xff000000u;
}

// a < b, from their bits.
static inline bool soft_less_f64(uint64_t a, uint64_t b) noexcept {
    const int64_t x = soft_order_f64(a);
    const int64_t y = soft_order_f64(b);
    return x < y && x >= -0x7ff0000000000000 && y <= 0x7ff0000000000000;
}

// a <= b, from their bits.
static inline bool soft_less_equal_f64(uint64_t a, uint64_t b) noexcept {
    const int64_t x = soft_order_f64(a);
    const int64_t y = soft_order_f64(b);
    return x <= y && x >= -0x7ff0000000000000 && y <= 0x7ff0000000000000;
}

// a == b, from their bits.
static inline bool soft_equal_f64(uint64_t a, uint64_t b) noexcept {
    return soft_order_f64(a) == soft_order_f64(b) && a << 1 <= 0xffe0000000000000u;
}
