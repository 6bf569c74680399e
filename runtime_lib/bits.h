#pragma once

#include <stdint.h>

// The bits of a float.
static inline uint32_t bits_from_f32(float x) noexcept {
    uint32_t bits;
    __builtin_memcpy(&bits, &x, sizeof bits);
    return bits;
}

// The float that has these bits.
static inline float f32_from_bits(uint32_t bits) noexcept {
    float x;
    __builtin_memcpy(&x, &bits, sizeof x);
    return x;
}

// The bits of a double.
static inline uint64_t bits_from_f64(double x) noexcept {
    uint64_t bits;
    __builtin_memcpy(&bits, &x, sizeof bits);
    return bits;
}

// The double that has these bits.
static inline double f64_from_bits(uint64_t bits) noexcept {
    double x;
    __builtin_memcpy(&x, &bits, sizeof x);
    return x;
}
