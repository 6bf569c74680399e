#pragma once

#include <stdint.h>

// The upper half of a * b.
static inline int8_t mulhi_s8(int8_t a, int8_t b) noexcept {
    return static_cast<int8_t>((a * b) >> 8);
}

// The upper half of a * b.
static inline int16_t mulhi_s16(int16_t a, int16_t b) noexcept {
    return static_cast<int16_t>((a * b) >> 16);
}

// The upper half of a * b.
static inline uint8_t mulhi_u8(uint8_t a, uint8_t b) noexcept {
    return static_cast<uint8_t>((static_cast<uint32_t>(a) * b) >> 8);
}

// The upper half of a * b.
static inline uint16_t mulhi_u16(uint16_t a, uint16_t b) noexcept {
    return static_cast<uint16_t>((static_cast<uint32_t>(a) * b) >> 16);
}

// The upper half of a * b.
static inline uint32_t mulhi_u32(uint32_t a, uint32_t b) noexcept {
#ifdef __riscv // of the whole product GCC 12 makes vectors that are wrong
    const uint64_t low = static_cast<uint64_t>(a & 0xffffu) * b;
    const uint64_t high = static_cast<uint64_t>(a >> 16) * b;
    return static_cast<uint32_t>((high + (low >> 16)) >> 16);
#else
    return static_cast<uint32_t>((static_cast<uint64_t>(a) * b) >> 32);
#endif
}

// The upper half of a * b. As unsigned numbers negative ones are 2^32 larger.
static inline int32_t mulhi_s32(int32_t a, int32_t b) noexcept {
    uint32_t x = static_cast<uint32_t>(a);
    uint32_t y = static_cast<uint32_t>(b);
    return static_cast<int32_t>(mulhi_u32(x, y) - (a < 0 ? y : 0u) - (b < 0 ? x : 0u));
}

// The upper half of a * b, from the products of their 32-bit halves.
static inline uint64_t mulhi_u64(uint64_t a, uint64_t b) noexcept {
    uint64_t low = (a & 0xffffffffu) * (b & 0xffffffffu);
    uint64_t middle = (a >> 32) * (b & 0xffffffffu) + (low >> 32);
    uint64_t other = (a & 0xffffffffu) * (b >> 32) + (middle & 0xffffffffu);
    return (a >> 32) * (b >> 32) + (middle >> 32) + (other >> 32);
}

// The upper half of a * b. As unsigned numbers negative ones are 2^64 larger.
static inline int64_t mulhi_s64(int64_t a, int64_t b) noexcept {
    uint64_t x = static_cast<uint64_t>(a);
    uint64_t y = static_cast<uint64_t>(b);
    return static_cast<int64_t>(mulhi_u64(x, y) - (a < 0 ? y : 0u) - (b < 0 ? x : 0u));
}

// The upper half of a * b.
static inline int8_t mulhi_s2(int8_t a, int8_t b) noexcept {
    return static_cast<int8_t>((a * b) >> 2);
}

// The upper half of a * b.
static inline int8_t mulhi_s4(int8_t a, int8_t b) noexcept {
    return static_cast<int8_t>((a * b) >> 4);
}

// The upper half of a * b.
static inline uint8_t mulhi_u2(uint8_t a, uint8_t b) noexcept {
    return static_cast<uint8_t>((a * b) >> 2);
}

// The upper half of a * b.
static inline uint8_t mulhi_u4(uint8_t a, uint8_t b) noexcept {
    return static_cast<uint8_t>((a * b) >> 4);
}
