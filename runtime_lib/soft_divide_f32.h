#pragma once

#include <stdint.h>

#include "float_parts.h"

// floor(a * 2^24 / b); a is what remains. 2^23 <= b < 2^24, b <= a < 2b.
// Twelve bits a step, from 16 bits of a times 16 bits of 1 / b: never too many, and what remains stays below 2b
// (1.63b). Of products and remainders before it only the lower 32 bits are there.
static inline uint32_t quotient_f32(uint32_t* a, uint32_t b) noexcept {
    const uint32_t inverse = 0xffffffffu / ((b >> 7) + 1u);
    uint32_t rest = *a;
    uint32_t quotient = 0u;
    for (int32_t i = 0; i < 2; ++i) {
        const uint32_t digit = ((rest >> 9) * inverse) >> 18;
        rest = (rest << 12) - digit * b;
        quotient = (quotient << 12) + digit;
    }
    const bool more = rest >= b;
    *a = more ? rest - b : rest;
    return more ? quotient + 1u : quotient;
}

// The bits of a quotient, where an operand is zero, subnormal, infinite or NaN, or the quotient is not normal.
static inline uint32_t soft_divide_special_f32(uint32_t a, uint32_t b) noexcept {
    const uint32_t sign = (a ^ b) & 0x80000000u;
    const uint32_t x = a & 0x7fffffffu;
    const uint32_t y = b & 0x7fffffffu;
    if ((x > 0x7f800000u) || (y > 0x7f800000u)) return 0x7fc00000u;
    if ((x == y) && ((x == 0u) || (x == 0x7f800000u))) return 0x7fc00000u;
    if ((x == 0x7f800000u) || (y == 0u)) return sign | 0x7f800000u;
    if ((y == 0x7f800000u) || (x == 0u)) return sign;
    const parts_f32 left = parts_from_f32(x);
    const parts_f32 right = parts_from_f32(y);
    const uint32_t up = left.significand < right.significand ? 1u : 0u;
    uint32_t rest = left.significand << up;
    const uint32_t quotient = quotient_f32(&rest, right.significand);
    const int32_t exponent = left.exponent - right.exponent + 127 - static_cast<int32_t>(up);
    return rounded_f32(sign, exponent, quotient << 7 | (rest != 0u ? 1u : 0u));
}

// The bits of a quotient from those of its operands, in 32-bit arithmetic. A quotient of 24 bits by 24 is never a tie.
static inline uint32_t soft_divide_f32(uint32_t a, uint32_t b) noexcept {
    const uint32_t x = a << 1 >> 24;
    const uint32_t y = b << 1 >> 24;
    if ((x - 1u > 253u) || (y - 1u > 253u)) return soft_divide_special_f32(a, b);
    uint32_t rest = (a & 0x007fffffu) | 0x00800000u;
    const uint32_t divisor = (b & 0x007fffffu) | 0x00800000u;
    uint32_t below = x - y + 126u; // the exponent less one, which the first bit of the quotient adds
    if (rest < divisor) {
        rest <<= 1;
        --below;
    }
    if (below > 253u) return soft_divide_special_f32(a, b);
    return ((a ^ b) & 0x80000000u) + (below << 23) + ((quotient_f32(&rest, divisor) + 1u) >> 1);
}
