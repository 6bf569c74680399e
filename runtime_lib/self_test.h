#pragma once

#include <stddef.h>
#include <stdint.h>

#include "bf16.h"
#include "f16.h"

// Continues the CRC-32 of zlib and Ethernet, 0 at first, over `bytes` of words of `word_bytes`, the lowest byte of
// each first. Every byte is really read.
static inline uint32_t crc32_words(uint32_t crc, const void* memory, size_t bytes, size_t word_bytes) noexcept {
    static const uint32_t table[16] = {0x00000000u, 0x1db71064u, 0x3b6e20c8u, 0x26d930acu, 0x76dc4190u, 0x6b6b51f4u,
                                       0x4db26158u, 0x5005713cu, 0xedb88320u, 0xf00f9344u, 0xd6d6a3e8u, 0xcb61b38cu,
                                       0x9b64c2b0u, 0x86d3d2d4u, 0xa00ae278u, 0xbdbdf21cu};
    const uint16_t one = 1;
    const size_t flip = *reinterpret_cast<const unsigned char*>(&one) == 1 ? 0 : word_bytes - 1; // big-endian
    const volatile unsigned char* const at = static_cast<const volatile unsigned char*>(memory);
    crc = ~crc;
    for (size_t i = 0; i < bytes; ++i) {
        crc ^= static_cast<uint32_t>(at[i ^ flip]);
        crc = (crc >> 4) ^ table[crc & 15u];
        crc = (crc >> 4) ^ table[crc & 15u];
    }
    return ~crc;
}

// Whether a sum is what it must be: `size` is that of its elements' absolute values. An infinity or NaN must be one.
static inline bool near_sum_f32(float sum, float size, float expected, float relative, float absolute) noexcept {
    const float difference = sum - expected;
    const float allowed = relative * size + absolute;
    if (difference < allowed && -difference < allowed) return true;
    return expected == sum || (expected != expected && sum != sum);
}

// As near_sum_f32.
static inline bool near_sum_f64(double sum, double size, double expected, double relative, double absolute) noexcept {
    const double difference = sum - expected;
    const double allowed = relative * size + absolute;
    if (difference < allowed && -difference < allowed) return true;
    return expected == sum || (expected != expected && sum != sum);
}

// Whether the sums of `run` neighbours each (the last ones may be fewer) are those that are expected, up to rounding.
// value(elements, i) is element i.
static inline bool sums_near(const void* elements, float (*value)(const void*, size_t), size_t count, size_t run,
                             const float* expected, float relative, float absolute) noexcept {
    for (size_t i = 0; i < count; ++expected) {
        float sum = 0.0f;
        float size = 0.0f;
        for (const size_t end = count - i < run ? count : i + run; i < end; ++i) {
            const float element = value(elements, i);
            sum += element;
            size += element < 0.0f ? -element : element;
        }
        if (!near_sum_f32(sum, size, *expected, relative, absolute)) return false;
    }
    return true;
}

static inline float f32_at(const void* elements, size_t i) {
    return static_cast<const float*>(elements)[i];
}

// As sums_near.
static inline bool sums_near_f32(const float* elements, size_t count, size_t run, const float* expected, float relative,
                                 float absolute) noexcept {
    return sums_near(elements, f32_at, count, run, expected, relative, absolute);
}

// As sums_near.
static inline bool sums_near_f64(const double* elements, size_t count, size_t run, const double* expected,
                                 double relative, double absolute) noexcept {
    for (size_t i = 0; i < count; ++expected) {
        double sum = 0.0;
        double size = 0.0;
        for (const size_t end = count - i < run ? count : i + run; i < end; ++i) {
            sum += elements[i];
            size += elements[i] < 0.0 ? -elements[i] : elements[i];
        }
        if (!near_sum_f64(sum, size, *expected, relative, absolute)) return false;
    }
    return true;
}

static inline float f16_at(const void* elements, size_t i) {
    return f32_from_f16(static_cast<const uint16_t*>(elements)[i]);
}

// As sums_near.
static inline bool sums_near_f16(const uint16_t* elements, size_t count, size_t run, const float* expected,
                                 float relative, float absolute) noexcept {
    return sums_near(elements, f16_at, count, run, expected, relative, absolute);
}

static inline float bf16_at(const void* elements, size_t i) {
    return f32_from_bf16(static_cast<const uint16_t*>(elements)[i]);
}

// As sums_near.
static inline bool sums_near_bf16(const uint16_t* elements, size_t count, size_t run, const float* expected,
                                  float relative, float absolute) noexcept {
    return sums_near(elements, bf16_at, count, run, expected, relative, absolute);
}

// The same of integers, whose sums wrap around. In all they may be off by `most`.
static inline bool integer_sums_near(const void* elements, uint32_t (*value)(const void*, size_t), size_t count,
                                     size_t run, const uint32_t* expected, uint32_t most) noexcept {
    uint32_t left = most;
    for (size_t i = 0; i < count; ++expected) {
        uint32_t sum = 0u;
        for (const size_t end = count - i < run ? count : i + run; i < end; ++i) sum += value(elements, i);
        const uint32_t above = sum - *expected;
        const uint32_t below = *expected - sum;
        const uint32_t off = above < below ? above : below;
        if (off > left) return false;
        left -= off;
    }
    return true;
}

static inline uint32_t s8_at(const void* elements, size_t i) {
    return static_cast<uint32_t>(static_cast<const int8_t*>(elements)[i]);
}

// As integer_sums_near.
static inline bool sums_near_s8(const int8_t* elements, size_t count, size_t run, const uint32_t* expected,
                                uint32_t most) noexcept {
    return integer_sums_near(elements, s8_at, count, run, expected, most);
}

static inline uint32_t u8_at(const void* elements, size_t i) {
    return static_cast<const uint8_t*>(elements)[i];
}

// As integer_sums_near.
static inline bool sums_near_u8(const uint8_t* elements, size_t count, size_t run, const uint32_t* expected,
                                uint32_t most) noexcept {
    return integer_sums_near(elements, u8_at, count, run, expected, most);
}

static inline uint32_t s16_at(const void* elements, size_t i) {
    return static_cast<uint32_t>(static_cast<const int16_t*>(elements)[i]);
}

// As integer_sums_near.
static inline bool sums_near_s16(const int16_t* elements, size_t count, size_t run, const uint32_t* expected,
                                 uint32_t most) noexcept {
    return integer_sums_near(elements, s16_at, count, run, expected, most);
}

static inline uint32_t u16_at(const void* elements, size_t i) {
    return static_cast<const uint16_t*>(elements)[i];
}

// As integer_sums_near.
static inline bool sums_near_u16(const uint16_t* elements, size_t count, size_t run, const uint32_t* expected,
                                 uint32_t most) noexcept {
    return integer_sums_near(elements, u16_at, count, run, expected, most);
}

static inline uint32_t s32_at(const void* elements, size_t i) {
    return static_cast<uint32_t>(static_cast<const int32_t*>(elements)[i]);
}

// As integer_sums_near.
static inline bool sums_near_s32(const int32_t* elements, size_t count, size_t run, const uint32_t* expected,
                                 uint32_t most) noexcept {
    return integer_sums_near(elements, s32_at, count, run, expected, most);
}

static inline uint32_t u32_at(const void* elements, size_t i) {
    return static_cast<const uint32_t*>(elements)[i];
}

// As integer_sums_near.
static inline bool sums_near_u32(const uint32_t* elements, size_t count, size_t run, const uint32_t* expected,
                                 uint32_t most) noexcept {
    return integer_sums_near(elements, u32_at, count, run, expected, most);
}

// As integer_sums_near.
static inline bool sums_near_u64(const uint64_t* elements, size_t count, size_t run, const uint64_t* expected,
                                 uint64_t most) noexcept {
    uint64_t left = most;
    for (size_t i = 0; i < count; ++expected) {
        uint64_t sum = 0u;
        for (const size_t end = count - i < run ? count : i + run; i < end; ++i) sum += elements[i];
        const uint64_t above = sum - *expected;
        const uint64_t below = *expected - sum;
        const uint64_t off = above < below ? above : below;
        if (off > left) return false;
        left -= off;
    }
    return true;
}

// As integer_sums_near.
static inline bool sums_near_s64(const int64_t* elements, size_t count, size_t run, const uint64_t* expected,
                                 uint64_t most) noexcept {
    const void* const bits = elements;
    return sums_near_u64(static_cast<const uint64_t*>(bits), count, run, expected, most);
}
