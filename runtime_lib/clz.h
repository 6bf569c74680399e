#pragma once

#include <stdint.h>

#include "wrap.h"

// Zero bits above the highest set one; all 32 of 0. One instruction where there is one.
static inline uint32_t clz_u32(uint32_t x) noexcept {
#if defined(__GNUC__) && __SIZEOF_INT__ == 4
    return x == 0u ? 32u : static_cast<uint32_t>(__builtin_clz(x));
#else
    uint32_t zeros = x == 0u ? 1u : 0u;
    for (uint32_t half = 16u; half != 0u; half >>= 1) {
        if (x >> (32u - half) != 0u) continue;
        zeros += half;
        x <<= half;
    }
    return zeros;
#endif
}

// Zero bits above the highest set one; all 64 of 0. As clz_u32.
static inline uint64_t clz_u64(uint64_t x) noexcept {
#ifdef __GNUC__
    return x == 0u ? 64u : static_cast<uint64_t>(__builtin_clzll(x));
#else
    uint64_t zeros = x == 0u ? 1u : 0u;
    for (uint64_t half = 32u; half != 0u; half >>= 1) {
        if (x >> (64u - half) != 0u) continue;
        zeros += half;
        x <<= half;
    }
    return zeros;
#endif
}

// Zero bits above the highest set one; all 8 of 0.
static inline int8_t clz_s8(int8_t x) noexcept {
    return static_cast<int8_t>(clz_u32(static_cast<uint8_t>(x)) - 24u);
}

// Zero bits above the highest set one; all 16 of 0.
static inline int16_t clz_s16(int16_t x) noexcept {
    return static_cast<int16_t>(clz_u32(static_cast<uint16_t>(x)) - 16u);
}

// Zero bits above the highest set one; all 32 of 0.
static inline int32_t clz_s32(int32_t x) noexcept {
    return static_cast<int32_t>(clz_u32(static_cast<uint32_t>(x)));
}

// Zero bits above the highest set one; all 64 of 0.
static inline int64_t clz_s64(int64_t x) noexcept {
    return static_cast<int64_t>(clz_u64(static_cast<uint64_t>(x)));
}

// Zero bits above the highest set one; all 8 of 0.
static inline uint8_t clz_u8(uint8_t x) noexcept {
    return static_cast<uint8_t>(clz_u32(x) - 24u);
}

// Zero bits above the highest set one; all 16 of 0.
static inline uint16_t clz_u16(uint16_t x) noexcept {
    return static_cast<uint16_t>(clz_u32(x) - 16u);
}

// Zero bits above the highest set one; all 2 of 0, which wraps to -2.
static inline int8_t clz_s2(int8_t x) noexcept {
    return wrap_s2(static_cast<int8_t>(clz_u32(static_cast<uint32_t>(x) & 3u) - 30u));
}

// Zero bits above the highest set one; all 4 of 0.
static inline int8_t clz_s4(int8_t x) noexcept {
    return static_cast<int8_t>(clz_u32(static_cast<uint32_t>(x) & 15u) - 28u);
}

// Zero bits above the highest set one; all 2 of 0.
static inline uint8_t clz_u2(uint8_t x) noexcept {
    return static_cast<uint8_t>(clz_u32(static_cast<uint32_t>(x) & 3u) - 30u);
}

// Zero bits above the highest set one; all 4 of 0.
static inline uint8_t clz_u4(uint8_t x) noexcept {
    return static_cast<uint8_t>(clz_u32(static_cast<uint32_t>(x) & 15u) - 28u);
}
