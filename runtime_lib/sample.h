#pragma once

#include <stddef.h>
#include <stdint.h>

#include "bf16.h"
#include "f16.h"

// The next of a sequence of numbers for tests, the same on every machine; equally distributed.
static inline uint32_t sample_bits(uint32_t* state) noexcept {
    *state += 0x9e3779b9u;
    uint32_t bits = (*state ^ (*state >> 16)) * 0x21f0aaadu;
    bits = (bits ^ (bits >> 15)) * 0x735a2d97u;
    return bits ^ (bits >> 15);
}

// The upper `width` bits of 32 as a number in [-1, 1), or with `positive` in [0.25, 1); exact up to 24 of them.
static inline float sample_unit(uint32_t bits, int width, bool positive) noexcept {
    const uint32_t range = static_cast<uint32_t>(1) << width;
    const uint32_t number = bits >> (32 - width);
    const uint32_t moved = positive ? (number >> 2) * 3u + (range >> 2) + range : 2u * number;
    const int32_t centred = static_cast<int32_t>(moved) - static_cast<int32_t>(range);
    return static_cast<float>(centred) / static_cast<float>(static_cast<int32_t>(range));
}

// Test data in an array, see sample_unit.
static inline void sample_f32(float* to, size_t count, uint32_t seed, bool positive) noexcept {
    for (size_t i = 0; i < count; ++i) to[i] = sample_unit(sample_bits(&seed), 24, positive);
}

// Test data in an array, see sample_unit.
static inline void sample_f64(double* to, size_t count, uint32_t seed, bool positive) noexcept {
    for (size_t i = 0; i < count; ++i) {
        const float upper = sample_unit(sample_bits(&seed), 24, positive),
                    lower = sample_unit(sample_bits(&seed), 24, true);
        to[i] = static_cast<double>(upper) + static_cast<double>(lower) / 16777216.0;
    }
}

// Test data in an array, see sample_unit.
static inline void sample_f16(uint16_t* to, size_t count, uint32_t seed, bool positive) noexcept {
    for (size_t i = 0; i < count; ++i) to[i] = f16_bits(sample_unit(sample_bits(&seed), 11, positive));
}

// Test data in an array, see sample_unit.
static inline void sample_bf16(uint16_t* to, size_t count, uint32_t seed, bool positive) noexcept {
    for (size_t i = 0; i < count; ++i) to[i] = bf16_bits(sample_unit(sample_bits(&seed), 8, positive));
}

// Test data in an array of elements of `bytes` bytes: `width` random bits in each.
static inline void sample_integers(void* to, size_t count, size_t bytes, uint32_t seed, int width) noexcept {
    for (size_t i = 0; i < count; ++i) {
        const uint32_t bits = sample_bits(&seed) >> (32 - width);
        if (bytes == 1)
            static_cast<uint8_t*>(to)[i] = static_cast<uint8_t>(bits);
        else if (bytes == 2)
            static_cast<uint16_t*>(to)[i] = static_cast<uint16_t>(bits);
        else if (bytes == 4)
            static_cast<uint32_t*>(to)[i] = bits;
        else
            static_cast<uint64_t*>(to)[i] = bits;
    }
}
