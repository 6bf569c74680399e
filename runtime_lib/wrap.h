#pragma once

#include <stdint.h>

// The low 2 bits of x, as a signed number.
static inline int8_t wrap_s2(int8_t x) noexcept {
    return static_cast<int8_t>(static_cast<int32_t>((static_cast<uint32_t>(x) & 3u) ^ 2u) - 2);
}

// The low 4 bits of x, as a signed number.
static inline int8_t wrap_s4(int8_t x) noexcept {
    return static_cast<int8_t>(static_cast<int32_t>((static_cast<uint32_t>(x) & 15u) ^ 8u) - 8);
}

// The low 2 bits of x.
static inline uint8_t wrap_u2(uint8_t x) noexcept {
    return static_cast<uint8_t>(x & 3u);
}

// The low 4 bits of x.
static inline uint8_t wrap_u4(uint8_t x) noexcept {
    return static_cast<uint8_t>(x & 15u);
}
