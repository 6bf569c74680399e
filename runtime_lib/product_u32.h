#pragma once

#include <stdint.h>

// a * b in 64 bits, from the products of 16-bit halves: for machines that have the lower half of a product only.
static inline uint64_t product_of_halves_u32(uint32_t a, uint32_t b) noexcept {
    const uint32_t low = (a & 0xffffu) * (b & 0xffffu);
    const uint32_t middle = (a >> 16) * (b & 0xffffu) + (low >> 16);
    const uint32_t other = (a & 0xffffu) * (b >> 16) + (middle & 0xffffu);
    const uint32_t high = (a >> 16) * (b >> 16) + (middle >> 16) + (other >> 16);
    return static_cast<uint64_t>(high) << 32 | (other << 16 | (low & 0xffffu));
}

// The product of the significands of two normal floats, from their bits, times 2^8. As product_of_halves_u32.
static inline uint64_t significand_product_of_halves_f32(uint32_t a, uint32_t b) noexcept {
    const uint32_t first = (a << 9 >> 25) + 0x80u;
    const uint32_t second = (b << 9 >> 25) + 0x80u;
    const uint32_t low = (a & 0xffffu) * (b & 0xffffu);
    const uint32_t middle = first * (b & 0xffffu) + (a & 0xffffu) * second + (low >> 16);
    const uint32_t high = (first * second << 8) + (middle >> 8);
    return static_cast<uint64_t>(high) << 32 | (middle << 24 | low << 16 >> 8);
}

// a * b in 64 bits, where a < 2^16. As product_of_halves_u32.
static inline uint64_t product_of_halves_u16(uint32_t a, uint32_t b) noexcept {
    const uint32_t low = a * (b & 0xffffu);
    const uint32_t middle = a * (b >> 16) + (low >> 16);
    return static_cast<uint64_t>(middle >> 16) << 32 | (middle << 16 | (low & 0xffffu));
}

// a * b in 64 bits.
static inline uint64_t product_u32(uint32_t a, uint32_t b) noexcept {
    static_cast<void>(&product_of_halves_u32); // no warning where it is not used
#if defined(__thumb__) && !defined(__thumb2__)
    return product_of_halves_u32(a, b);
#else
    return static_cast<uint64_t>(a) * b;
#endif
}

// a * b in 64 bits, where a < 2^16.
static inline uint64_t product_u16(uint32_t a, uint32_t b) noexcept {
    static_cast<void>(&product_of_halves_u16); // no warning where it is not used
#if defined(__thumb__) && !defined(__thumb2__)
    return product_of_halves_u16(a, b);
#else
    return static_cast<uint64_t>(a) * b;
#endif
}

// The product of the significands of two normal floats, from their bits, times 2^8.
static inline uint64_t significand_product_f32(uint32_t a, uint32_t b) noexcept {
    static_cast<void>(&significand_product_of_halves_f32); // no warning where it is not used
#if defined(__thumb__) && !defined(__thumb2__)
    return significand_product_of_halves_f32(a, b);
#else
    return static_cast<uint64_t>(a << 8 | 0x80000000u) * ((b & 0x007fffffu) | 0x00800000u);
#endif
}
