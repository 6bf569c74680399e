#pragma once

#include <stdint.h>

// x shifted left; 0 where the amount is negative or at least the width.
static inline int8_t shift_left_s8(int8_t x, int8_t amount) noexcept {
    const int8_t shifted = static_cast<int8_t>(static_cast<uint32_t>(x) << (static_cast<uint32_t>(amount) & 7u));
    return static_cast<uint32_t>(amount) < 8u ? shifted : static_cast<int8_t>(0);
}

// x shifted left; 0 where the amount is negative or at least the width.
static inline int16_t shift_left_s16(int16_t x, int16_t amount) noexcept {
    const int16_t shifted = static_cast<int16_t>(static_cast<uint32_t>(x) << (static_cast<uint32_t>(amount) & 15u));
    return static_cast<uint32_t>(amount) < 16u ? shifted : static_cast<int16_t>(0);
}

// x shifted left; 0 where the amount is negative or at least the width.
static inline int32_t shift_left_s32(int32_t x, int32_t amount) noexcept {
    const int32_t shifted = static_cast<int32_t>(static_cast<uint32_t>(x) << (static_cast<uint32_t>(amount) & 31u));
    return static_cast<uint32_t>(amount) < 32u ? shifted : 0;
}

// x shifted left; 0 where the amount is negative or at least the width.
static inline int64_t shift_left_s64(int64_t x, int64_t amount) noexcept {
    const int64_t shifted = static_cast<int64_t>(static_cast<uint64_t>(x) << (static_cast<uint64_t>(amount) & 63u));
    return static_cast<uint64_t>(amount) < 64u ? shifted : 0;
}

// x shifted left; 0 where the amount is negative or at least the width.
static inline uint8_t shift_left_u8(uint8_t x, uint8_t amount) noexcept {
    const uint8_t shifted = static_cast<uint8_t>(static_cast<uint32_t>(x) << (static_cast<uint32_t>(amount) & 7u));
    return static_cast<uint32_t>(amount) < 8u ? shifted : static_cast<uint8_t>(0);
}

// x shifted left; 0 where the amount is negative or at least the width.
static inline uint16_t shift_left_u16(uint16_t x, uint16_t amount) noexcept {
    const uint16_t shifted = static_cast<uint16_t>(static_cast<uint32_t>(x) << (static_cast<uint32_t>(amount) & 15u));
    return static_cast<uint32_t>(amount) < 16u ? shifted : static_cast<uint16_t>(0);
}

// x shifted left; 0 where the amount is negative or at least the width.
static inline uint32_t shift_left_u32(uint32_t x, uint32_t amount) noexcept {
    const uint32_t shifted = x << (amount & 31u);
    return amount < 32u ? shifted : 0;
}

// x shifted left; 0 where the amount is negative or at least the width.
static inline uint64_t shift_left_u64(uint64_t x, uint64_t amount) noexcept {
    const uint64_t shifted = x << (amount & 63u);
    return amount < 64u ? shifted : 0;
}
