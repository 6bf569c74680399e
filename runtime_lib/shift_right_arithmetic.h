#pragma once

#include <stdint.h>

#include "wrap.h"

// x shifted right, copies of its top bit move in; nothing but those where the amount is negative or at least the width.
static inline int8_t shift_right_arithmetic_s8(int8_t x, int8_t amount) noexcept {
    const uint32_t bounded = static_cast<uint32_t>(amount) < 8u ? static_cast<uint32_t>(amount) : 7u;
    return static_cast<int8_t>(x >> bounded);
}

// x shifted right, copies of its top bit move in; nothing but those where the amount is negative or at least the width.
static inline int16_t shift_right_arithmetic_s16(int16_t x, int16_t amount) noexcept {
    const uint32_t bounded = static_cast<uint32_t>(amount) < 16u ? static_cast<uint32_t>(amount) : 15u;
    return static_cast<int16_t>(x >> bounded);
}

// x shifted right, copies of its top bit move in; nothing but those where the amount is negative or at least the width.
static inline int32_t shift_right_arithmetic_s32(int32_t x, int32_t amount) noexcept {
    const uint32_t bounded = static_cast<uint32_t>(amount) < 32u ? static_cast<uint32_t>(amount) : 31u;
    return x >> bounded;
}

// x shifted right, copies of its top bit move in; nothing but those where the amount is negative or at least the width.
static inline int64_t shift_right_arithmetic_s64(int64_t x, int64_t amount) noexcept {
    const uint64_t bounded = static_cast<uint64_t>(amount) < 64u ? static_cast<uint64_t>(amount) : 63u;
    return x >> bounded;
}

// x shifted right, copies of its top bit move in; nothing but those where the amount is negative or at least the width.
static inline uint8_t shift_right_arithmetic_u8(uint8_t x, uint8_t amount) noexcept {
    const uint32_t bounded = static_cast<uint32_t>(amount) < 8u ? static_cast<uint32_t>(amount) : 7u;
    return static_cast<uint8_t>(static_cast<int8_t>(x) >> bounded);
}

// x shifted right, copies of its top bit move in; nothing but those where the amount is negative or at least the width.
static inline uint16_t shift_right_arithmetic_u16(uint16_t x, uint16_t amount) noexcept {
    const uint32_t bounded = static_cast<uint32_t>(amount) < 16u ? static_cast<uint32_t>(amount) : 15u;
    return static_cast<uint16_t>(static_cast<int16_t>(x) >> bounded);
}

// x shifted right, copies of its top bit move in; nothing but those where the amount is negative or at least the width.
static inline uint32_t shift_right_arithmetic_u32(uint32_t x, uint32_t amount) noexcept {
    const uint32_t bounded = amount < 32u ? amount : 31u;
    return static_cast<uint32_t>(static_cast<int32_t>(x) >> bounded);
}

// x shifted right, copies of its top bit move in; nothing but those where the amount is negative or at least the width.
static inline uint64_t shift_right_arithmetic_u64(uint64_t x, uint64_t amount) noexcept {
    const uint64_t bounded = amount < 64u ? amount : 63u;
    return static_cast<uint64_t>(static_cast<int64_t>(x) >> bounded);
}

// x shifted right, copies of its sign move in; only those where the amount is negative or at least the width.
static inline int8_t shift_right_arithmetic_s2(int8_t x, int8_t amount) noexcept {
    return shift_right_arithmetic_s8(x, amount);
}

// x shifted right, copies of its sign move in; only those where the amount is negative or at least the width.
static inline int8_t shift_right_arithmetic_s4(int8_t x, int8_t amount) noexcept {
    return shift_right_arithmetic_s8(x, amount);
}

// x shifted right, copies of its top bit move in; only those where the amount is at least the width.
static inline uint8_t shift_right_arithmetic_u2(uint8_t x, uint8_t amount) noexcept {
    const int8_t number = wrap_s2(static_cast<int8_t>(x));
    return wrap_u2(static_cast<uint8_t>(shift_right_arithmetic_s8(number, static_cast<int8_t>(amount))));
}

// x shifted right, copies of its top bit move in; only those where the amount is at least the width.
static inline uint8_t shift_right_arithmetic_u4(uint8_t x, uint8_t amount) noexcept {
    const int8_t number = wrap_s4(static_cast<int8_t>(x));
    return wrap_u4(static_cast<uint8_t>(shift_right_arithmetic_s8(number, static_cast<int8_t>(amount))));
}
