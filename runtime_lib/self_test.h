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

// End of the run of neighbours that begins here.
static inline size_t end_of_run(size_t begin, size_t run, size_t count) noexcept {
    return count - begin < run ? count : begin + run;
}

// Whether the sums of `run` neighbours each (the last ones may be fewer) are those that are expected, up to rounding.
static inline bool sums_near_f32(const float* elements, size_t count, size_t run, const float* expected, float relative,
                                 float absolute) noexcept {
    for (size_t i = 0; i < count; ++expected) {
        float sum = 0.0f;
        float size = 0.0f;
        for (const size_t end = end_of_run(i, run, count); i < end; ++i) {
            const float element = elements[i];
            sum += element;
            size += element < 0.0f ? -element : element;
        }
        if (!near_sum_f32(sum, size, *expected, relative, absolute)) return false;
    }
    return true;
}

// As sums_near_f32.
static inline bool sums_near_f64(const double* elements, size_t count, size_t run, const double* expected,
                                 double relative, double absolute) noexcept {
    for (size_t i = 0; i < count; ++expected) {
        double sum = 0.0;
        double size = 0.0;
        for (const size_t end = end_of_run(i, run, count); i < end; ++i) {
            const double element = elements[i];
            sum += element;
            size += element < 0.0 ? -element : element;
        }
        if (!near_sum_f64(sum, size, *expected, relative, absolute)) return false;
    }
    return true;
}

// As sums_near_f32.
static inline bool sums_near_f16(const uint16_t* elements, size_t count, size_t run, const float* expected,
                                 float relative, float absolute) noexcept {
    for (size_t i = 0; i < count; ++expected) {
        float sum = 0.0f;
        float size = 0.0f;
        for (const size_t end = end_of_run(i, run, count); i < end; ++i) {
            const float element = f32_from_f16(elements[i]);
            sum += element;
            size += element < 0.0f ? -element : element;
        }
        if (!near_sum_f32(sum, size, *expected, relative, absolute)) return false;
    }
    return true;
}

// As sums_near_f32.
static inline bool sums_near_bf16(const uint16_t* elements, size_t count, size_t run, const float* expected,
                                  float relative, float absolute) noexcept {
    for (size_t i = 0; i < count; ++expected) {
        float sum = 0.0f;
        float size = 0.0f;
        for (const size_t end = end_of_run(i, run, count); i < end; ++i) {
            const float element = f32_from_bf16(elements[i]);
            sum += element;
            size += element < 0.0f ? -element : element;
        }
        if (!near_sum_f32(sum, size, *expected, relative, absolute)) return false;
    }
    return true;
}

// How far sums that wrap around are apart.
static inline uint32_t distance_u32(uint32_t a, uint32_t b) noexcept {
    return a - b < b - a ? a - b : b - a;
}

// How far sums that wrap around are apart.
static inline uint64_t distance_u64(uint64_t a, uint64_t b) noexcept {
    return a - b < b - a ? a - b : b - a;
}

// As sums_near_f32, of integers, whose sums wrap around. In all they may be off by `most`.
static inline bool sums_near_s8(const int8_t* elements, size_t count, size_t run, const uint32_t* expected,
                                uint32_t most) noexcept {
    uint32_t left = most;
    for (size_t i = 0; i < count; ++expected) {
        uint32_t sum = 0u;
        for (const size_t end = end_of_run(i, run, count); i < end; ++i) {
            const uint32_t element = static_cast<uint32_t>(+elements[i]);
            sum += element;
        }
        const uint32_t off = distance_u32(sum, *expected);
        if (off > left) return false;
        left -= off;
    }
    return true;
}

// As sums_near_s8.
static inline bool sums_near_u8(const uint8_t* elements, size_t count, size_t run, const uint32_t* expected,
                                uint32_t most) noexcept {
    uint32_t left = most;
    for (size_t i = 0; i < count; ++expected) {
        uint32_t sum = 0u;
        for (const size_t end = end_of_run(i, run, count); i < end; ++i) sum += elements[i];
        const uint32_t off = distance_u32(sum, *expected);
        if (off > left) return false;
        left -= off;
    }
    return true;
}

// As sums_near_s8.
static inline bool sums_near_s16(const int16_t* elements, size_t count, size_t run, const uint32_t* expected,
                                 uint32_t most) noexcept {
    uint32_t left = most;
    for (size_t i = 0; i < count; ++expected) {
        uint32_t sum = 0u;
        for (const size_t end = end_of_run(i, run, count); i < end; ++i) {
            const uint32_t element = static_cast<uint32_t>(+elements[i]);
            sum += element;
        }
        const uint32_t off = distance_u32(sum, *expected);
        if (off > left) return false;
        left -= off;
    }
    return true;
}

// As sums_near_s8.
static inline bool sums_near_u16(const uint16_t* elements, size_t count, size_t run, const uint32_t* expected,
                                 uint32_t most) noexcept {
    uint32_t left = most;
    for (size_t i = 0; i < count; ++expected) {
        uint32_t sum = 0u;
        for (const size_t end = end_of_run(i, run, count); i < end; ++i) sum += elements[i];
        const uint32_t off = distance_u32(sum, *expected);
        if (off > left) return false;
        left -= off;
    }
    return true;
}

// As sums_near_s8.
static inline bool sums_near_s32(const int32_t* elements, size_t count, size_t run, const uint32_t* expected,
                                 uint32_t most) noexcept {
    uint32_t left = most;
    for (size_t i = 0; i < count; ++expected) {
        uint32_t sum = 0u;
        for (const size_t end = end_of_run(i, run, count); i < end; ++i) {
            const uint32_t element = static_cast<uint32_t>(+elements[i]);
            sum += element;
        }
        const uint32_t off = distance_u32(sum, *expected);
        if (off > left) return false;
        left -= off;
    }
    return true;
}

// As sums_near_s8.
static inline bool sums_near_u32(const uint32_t* elements, size_t count, size_t run, const uint32_t* expected,
                                 uint32_t most) noexcept {
    uint32_t left = most;
    for (size_t i = 0; i < count; ++expected) {
        uint32_t sum = 0u;
        for (const size_t end = end_of_run(i, run, count); i < end; ++i) sum += elements[i];
        const uint32_t off = distance_u32(sum, *expected);
        if (off > left) return false;
        left -= off;
    }
    return true;
}

// As sums_near_s8.
static inline bool sums_near_s64(const int64_t* elements, size_t count, size_t run, const uint64_t* expected,
                                 uint64_t most) noexcept {
    uint64_t left = most;
    for (size_t i = 0; i < count; ++expected) {
        uint64_t sum = 0u;
        for (const size_t end = end_of_run(i, run, count); i < end; ++i) {
            const uint64_t element = static_cast<uint64_t>(+elements[i]);
            sum += element;
        }
        const uint64_t off = distance_u64(sum, *expected);
        if (off > left) return false;
        left -= off;
    }
    return true;
}

// As sums_near_s8.
static inline bool sums_near_u64(const uint64_t* elements, size_t count, size_t run, const uint64_t* expected,
                                 uint64_t most) noexcept {
    uint64_t left = most;
    for (size_t i = 0; i < count; ++expected) {
        uint64_t sum = 0u;
        for (const size_t end = end_of_run(i, run, count); i < end; ++i) sum += elements[i];
        const uint64_t off = distance_u64(sum, *expected);
        if (off > left) return false;
        left -= off;
    }
    return true;
}
