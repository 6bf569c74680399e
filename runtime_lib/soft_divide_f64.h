#pragma once

#include <stdint.h>

#include "float_parts.h"
#include "product_u32.h"

// floor(a * 2^60 / b); a is what remains. 2^52 <= b < 2^53, b <= a < 2b. As quotient_f32, in halves of 32 bits.
static inline uint64_t quotient_f64(uint64_t* a, uint64_t b) noexcept {
    const uint32_t divisor_low = static_cast<uint32_t>(b);
    const uint32_t divisor_high = static_cast<uint32_t>(b >> 32);
    const uint32_t inverse = 0xffffffffu / ((divisor_high >> 4) + 1u);
    uint32_t low = static_cast<uint32_t>(*a);
    uint32_t high = static_cast<uint32_t>(*a >> 32);
    uint32_t digits[5]; // all of them are written below; to clear them is a call
    for (int32_t i = 0; i < 5; ++i) {
        const uint32_t digit = ((high >> 6) * inverse) >> 18;
        digits[i] = digit;
        high = (high << 12 | low >> 20) - digit * divisor_high;
        low <<= 12;
        const uint64_t product = product_u16(digit, divisor_low);
        high -= static_cast<uint32_t>(product >> 32) + (low < static_cast<uint32_t>(product) ? 1u : 0u);
        low -= static_cast<uint32_t>(product);
    }
    uint64_t quotient = static_cast<uint64_t>((digits[0] << 12) + digits[1]) << 36;
    quotient += (static_cast<uint64_t>((digits[2] << 12) + digits[3]) << 12) + digits[4];
    const uint64_t rest = static_cast<uint64_t>(high) << 32 | low;
    const bool more = rest >= b;
    *a = more ? rest - b : rest;
    return more ? quotient + 1u : quotient;
}

// The bits of a quotient, where an operand is zero, subnormal, infinite or NaN, or the quotient is not normal.
static inline uint64_t soft_divide_special_f64(uint64_t a, uint64_t b) noexcept {
    const uint64_t infinity = 0x7ff0000000000000u;
    const uint64_t sign = (a ^ b) & 0x8000000000000000u;
    const uint64_t x = a & 0x7fffffffffffffffu;
    const uint64_t y = b & 0x7fffffffffffffffu;
    if ((x > infinity) || (y > infinity)) return 0x7ff8000000000000u;
    if ((x == y) && ((x == 0u) || (x == infinity))) return 0x7ff8000000000000u;
    if ((x == infinity) || (y == 0u)) return sign | infinity;
    if ((y == infinity) || (x == 0u)) return sign;
    const parts_f64 left = parts_from_f64(x);
    const parts_f64 right = parts_from_f64(y);
    const uint32_t up = left.significand < right.significand ? 1u : 0u;
    uint64_t rest = left.significand << up;
    const uint64_t quotient = quotient_f64(&rest, right.significand);
    const int32_t exponent = left.exponent - right.exponent + 1023 - static_cast<int32_t>(up);
    return rounded_f64(sign, exponent, quotient << 3 | (rest != 0u ? 1u : 0u));
}

// The bits of a quotient from those of its operands, in 32-bit arithmetic. A quotient of 53 bits by 53 is never a tie.
static inline uint64_t soft_divide_f64(uint64_t a, uint64_t b) noexcept {
    const uint32_t x = static_cast<uint32_t>(a >> 32) << 1 >> 21;
    const uint32_t y = static_cast<uint32_t>(b >> 32) << 1 >> 21;
    if ((x - 1u > 2045u) || (y - 1u > 2045u)) return soft_divide_special_f64(a, b);
    uint64_t rest = (a & 0x000fffffffffffffu) | 0x0010000000000000u;
    const uint64_t divisor = (b & 0x000fffffffffffffu) | 0x0010000000000000u;
    uint32_t below = x - y + 1022u; // the exponent less one, which the first bit of the quotient adds
    if (rest < divisor) {
        rest <<= 1;
        --below;
    }
    if (below > 2045u) return soft_divide_special_f64(a, b);
    const uint32_t sign = static_cast<uint32_t>((a ^ b) >> 32) & 0x80000000u;
    return (static_cast<uint64_t>(sign + (below << 20)) << 32) + ((quotient_f64(&rest, divisor) + 0x80u) >> 8);
}
