#pragma once

#include <stdint.h>

// base^exponent by repeated squaring, wrapping; 0^0 is 1.
static inline uint8_t power_u8(uint8_t base, uint8_t exponent) noexcept {
    uint32_t result = 1;
    for (uint32_t square = base; exponent != 0; square *= square) {
        if ((exponent & 1u) != 0) result *= square;
        exponent = static_cast<uint8_t>(exponent >> 1);
    }
    return static_cast<uint8_t>(result);
}

// base^exponent by repeated squaring, wrapping; 0^0 is 1.
static inline uint16_t power_u16(uint16_t base, uint16_t exponent) noexcept {
    uint32_t result = 1;
    for (uint32_t square = base; exponent != 0; square *= square) {
        if ((exponent & 1u) != 0) result *= square;
        exponent = static_cast<uint16_t>(exponent >> 1);
    }
    return static_cast<uint16_t>(result);
}

// base^exponent by repeated squaring, wrapping; 0^0 is 1.
static inline uint32_t power_u32(uint32_t base, uint32_t exponent) noexcept {
    uint32_t result = 1;
    for (uint32_t square = base; exponent != 0; square *= square) {
        if ((exponent & 1u) != 0) result *= square;
        exponent >>= 1;
    }
    return result;
}

// base^exponent by repeated squaring, wrapping; 0^0 is 1.
static inline uint64_t power_u64(uint64_t base, uint64_t exponent) noexcept {
    uint64_t result = 1;
    for (uint64_t square = base; exponent != 0; square *= square) {
        if ((exponent & 1u) != 0) result *= square;
        exponent >>= 1;
    }
    return result;
}

// base^exponent, wrapping; of a negative exponent what is left of 1 / base^-exponent towards zero, 0 for base 0.
static inline int8_t power_s8(int8_t base, int8_t exponent) noexcept {
    if (exponent >= 0) return static_cast<int8_t>(power_u8(static_cast<uint8_t>(base), static_cast<uint8_t>(exponent)));
    if (base == 1) return 1;
    if (base == -1) return (exponent & 1) == 0 ? 1 : -1;
    return 0;
}

// base^exponent, wrapping; of a negative exponent what is left of 1 / base^-exponent towards zero, 0 for base 0.
static inline int16_t power_s16(int16_t base, int16_t exponent) noexcept {
    if (exponent >= 0)
        return static_cast<int16_t>(power_u16(static_cast<uint16_t>(base), static_cast<uint16_t>(exponent)));
    if (base == 1) return 1;
    if (base == -1) return (exponent & 1) == 0 ? 1 : -1;
    return 0;
}

// base^exponent, wrapping; of a negative exponent what is left of 1 / base^-exponent towards zero, 0 for base 0.
static inline int32_t power_s32(int32_t base, int32_t exponent) noexcept {
    if (exponent >= 0)
        return static_cast<int32_t>(power_u32(static_cast<uint32_t>(base), static_cast<uint32_t>(exponent)));
    if (base == 1) return 1;
    if (base == -1) return (exponent & 1) == 0 ? 1 : -1;
    return 0;
}

// base^exponent, wrapping; of a negative exponent what is left of 1 / base^-exponent towards zero, 0 for base 0.
static inline int64_t power_s64(int64_t base, int64_t exponent) noexcept {
    if (exponent >= 0)
        return static_cast<int64_t>(power_u64(static_cast<uint64_t>(base), static_cast<uint64_t>(exponent)));
    if (base == 1) return 1;
    if (base == -1) return (exponent & 1) == 0 ? 1 : -1;
    return 0;
}
