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
template <typename Float>
static inline bool near_sum(Float sum, Float size, Float expected, Float relative, Float absolute) noexcept {
    const Float difference = sum - expected;
    const Float allowed = relative * size + absolute;
    if (difference < allowed && -difference < allowed) return true;
    return expected == sum || (expected != expected && sum != sum);
}

// Whether the sums of `run` neighbours each (the last ones may be fewer) are those that are expected, up to rounding.
template <typename Float, typename Element, typename Value>
static inline bool sums_near(const Element* elements, size_t count, size_t run, const Float* expected, Float relative,
                             Float absolute, Value value) noexcept {
    for (size_t i = 0; i < count; ++expected) {
        Float sum = 0;
        Float size = 0;
        for (const size_t end = count - i < run ? count : i + run; i < end; ++i) {
            const Float element = value(elements[i]);
            sum += element;
            size += element < 0 ? -element : element;
        }
        if (!near_sum(sum, size, *expected, relative, absolute)) return false;
    }
    return true;
}

// As sums_near.
static inline bool sums_near_f32(const float* elements, size_t count, size_t run, const float* expected, float relative,
                                 float absolute) noexcept {
    return sums_near(elements, count, run, expected, relative, absolute, [](float element) { return element; });
}

// As sums_near.
static inline bool sums_near_f64(const double* elements, size_t count, size_t run, const double* expected,
                                 double relative, double absolute) noexcept {
    return sums_near(elements, count, run, expected, relative, absolute, [](double element) { return element; });
}

// As sums_near.
static inline bool sums_near_f16(const uint16_t* elements, size_t count, size_t run, const float* expected,
                                 float relative, float absolute) noexcept {
    return sums_near(elements, count, run, expected, relative, absolute, f32_from_f16);
}

// As sums_near.
static inline bool sums_near_bf16(const uint16_t* elements, size_t count, size_t run, const float* expected,
                                  float relative, float absolute) noexcept {
    return sums_near(elements, count, run, expected, relative, absolute, f32_from_bf16);
}

// The same of integers, whose sums wrap around. In all they may be off by `most`.
template <typename Sum, typename Element>
static inline bool integer_sums_near(const Element* elements, size_t count, size_t run, const Sum* expected,
                                     Sum most) noexcept {
    Sum left = most;
    for (size_t i = 0; i < count; ++expected) {
        Sum sum = 0;
        for (const size_t end = count - i < run ? count : i + run; i < end; ++i)
            sum = static_cast<Sum>(sum + static_cast<Sum>(elements[i]));
        const Sum above = static_cast<Sum>(sum - *expected);
        const Sum below = static_cast<Sum>(*expected - sum);
        const Sum off = above < below ? above : below;
        if (off > left) return false;
        left = static_cast<Sum>(left - off);
    }
    return true;
}
