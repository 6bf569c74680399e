#pragma once

#include "bits.h"
#include "clz.h"

// x less the nearest multiple of pi / 2, for |x| >= 1600 (NaN for infinity and NaN), as the sum of the result and low;
// the multiple modulo 4 in quadrant. The product of the significand and 96 bits of 2 / pi, those from the bit on that
// makes 2 of it.
static inline float reduce_large_angle_f32(float x, float* low, uint32_t* quadrant) noexcept {
    // 2 / pi after 32 bits before the point.
    static const uint32_t two_over_pi[8] = {0x00000000u, 0xa2f9836eu, 0x4e441529u, 0xfc2757d1u,
                                            0xf534ddc0u, 0xdb629599u, 0x3c439041u, 0xfe5163abu};
    uint32_t bits = bits_from_f32(x);
    uint32_t exponent = (bits >> 23) & 255u;
    *low = 0.0f;
    *quadrant = 0u;
    if (exponent == 255u) return x - x;
    uint32_t significand = (bits & 0x007fffffu) | 0x00800000u;
    uint32_t first = exponent - 120u;
    const uint32_t* words = two_over_pi + (first >> 5);
    uint32_t shift = first & 31u;
    uint32_t word0 = static_cast<uint32_t>((((static_cast<uint64_t>(words[0]) << 32) | words[1]) << shift) >> 32);
    uint32_t word1 = static_cast<uint32_t>((((static_cast<uint64_t>(words[1]) << 32) | words[2]) << shift) >> 32);
    uint32_t word2 = static_cast<uint32_t>((((static_cast<uint64_t>(words[2]) << 32) | words[3]) << shift) >> 32);
    uint64_t product = (static_cast<uint64_t>(significand) * word2 >> 32) + static_cast<uint64_t>(significand) * word1;
    product += static_cast<uint64_t>(significand * word0) << 32;
    // The top two bits are the multiple; what is below them, in 2^-62 of pi / 2, is taken from -2^61 to 2^61.
    uint32_t multiple = static_cast<uint32_t>((product + 0x2000000000000000u) >> 62);
    uint64_t fraction = product - (static_cast<uint64_t>(multiple) << 62);
    uint32_t negative = static_cast<uint32_t>(fraction >> 63);
    fraction = negative != 0u ? 0u - fraction : fraction;
    uint32_t zeros = static_cast<uint32_t>(clz_u64(fraction | 1u));
    // pi / 2 with 31 bits after the point; high is rounded, so that low is at most half its last place.
    uint32_t angle = static_cast<uint32_t>(((fraction << zeros) >> 32) * 0xc90fdaa2u >> 32);
    uint32_t high = (angle + 128u) & 0xffffff00u;
    float unit = f32_from_bits(((98u - zeros) << 23) | (((bits >> 31) ^ negative) << 31));
    *low = static_cast<float>(static_cast<int32_t>(angle - high)) * unit;
    *quadrant = (bits >> 31) != 0u ? 0u - multiple : multiple;
    return static_cast<float>(high) * unit;
}

// As reduce_angle_f32, for |x| < 1600, without branches: pi / 2 is taken in four parts, of which the multiples of the
// first three are exact.
static inline float reduce_small_angle_f32(float x, float* low, uint32_t* quadrant) noexcept {
    float t = x * 0.636619747f + 12582912.0f;
    float k = t - 12582912.0f;
    *quadrant = bits_from_f32(t);
    float first = (x - k * 1.57080078f) + k * 4.41074371e-06f;
    float second = k * 4.37103154e-08f;
    float high = first + second;
    *low = ((first - high) + second) + k * 1.07463466e-12f;
    return high;
}

// x less the nearest multiple of pi / 2, as the sum of the result and low; the multiple modulo 4 in quadrant.
static inline float reduce_angle_f32(float x, float* low, uint32_t* quadrant) noexcept {
    return (bits_from_f32(x) & 0x7fffffffu) < 0x44c80000u ? reduce_small_angle_f32(x, low, quadrant)
                                                          : reduce_large_angle_f32(x, low, quadrant);
}

// x less the nearest multiple of pi / 2, for |x| >= 2^22 (NaN for infinity and NaN), as the sum of the result and low;
// the multiple modulo 4 in quadrant. The product of the significand and 192 bits of 2 / pi, those from the bit on that
// makes 2 of it.
static inline double reduce_large_angle_f64(double x, double* low, uint32_t* quadrant) noexcept {
    // 2 / pi after 32 bits before the point.
    static const uint32_t two_over_pi[40] = {
        0x00000000u, 0xa2f9836eu, 0x4e441529u, 0xfc2757d1u, 0xf534ddc0u, 0xdb629599u, 0x3c439041u, 0xfe5163abu,
        0xdebbc561u, 0xb7246e3au, 0x424dd2e0u, 0x06492eeau, 0x09d1921cu, 0xfe1deb1cu, 0xb129a73eu, 0xe88235f5u,
        0x2ebb4484u, 0xe99c7026u, 0xb45f7e41u, 0x3991d639u, 0x835339f4u, 0x9c845f8bu, 0xbdf9283bu, 0x1ff897ffu,
        0xde05980fu, 0xef2f118bu, 0x5a0a6d1fu, 0x6d367ecfu, 0x27cb09b7u, 0x4f463f66u, 0x9e5fea2du, 0x7527bac7u,
        0xebe5f17bu, 0x3d0739f7u, 0x8a5292eau, 0x6bfb5fb1u, 0x1f8d5d08u, 0x56033046u, 0xfc7b6babu, 0xf0cfbc20u};
    uint64_t bits = bits_from_f64(x);
    uint32_t exponent = static_cast<uint32_t>(bits >> 52) & 2047u;
    *low = 0.0;
    *quadrant = 0u;
    if (exponent == 2047u) return x - x;
    uint64_t significand = (bits & 0x000fffffffffffffu) | 0x0010000000000000u;
    uint64_t m0 = significand & 0xffffffffu;
    uint64_t m1 = significand >> 32;
    uint32_t first = exponent - 1045u;
    const uint32_t* words = two_over_pi + (first >> 5);
    uint32_t shift = first & 31u;
    // Words of 32 bits of the product, the least significant first; what overflows are multiples of 4.
    uint32_t product[7] = {0u, 0u, 0u, 0u, 0u, 0u, 0u};
    for (int32_t i = 0; i < 6; ++i) {
        uint64_t pair = (static_cast<uint64_t>(words[5 - i]) << 32) | words[6 - i];
        uint64_t word = ((pair << shift) >> 32) & 0xffffffffu;
        uint64_t sum = m0 * word + product[i];
        product[i] = static_cast<uint32_t>(sum);
        sum = m1 * word + product[i + 1] + (sum >> 32);
        product[i + 1] = static_cast<uint32_t>(sum);
        if (i < 5) product[i + 2] = static_cast<uint32_t>(sum >> 32);
    }
    uint64_t upper = (static_cast<uint64_t>(product[5]) << 32) | product[4];
    uint64_t lower = (static_cast<uint64_t>(product[3]) << 32) | product[2];
    // The top two bits are the multiple; what is below them, in 2^-126 of pi / 2, is taken from -2^125 to 2^125.
    uint32_t multiple = static_cast<uint32_t>((upper + 0x2000000000000000u) >> 62);
    upper -= static_cast<uint64_t>(multiple) << 62;
    uint64_t negative = upper >> 63;
    upper ^= 0u - negative;
    lower ^= 0u - negative;
    uint32_t zeros = static_cast<uint32_t>(clz_u64(upper | 1u));
    uint64_t leading = (upper << zeros) | ((lower >> 1) >> (63u - zeros));
    // pi / 2 in 26 bits and the rest, times the fraction in 26 bits and the rest.
    double unit = f64_from_bits((static_cast<uint64_t>(961u - zeros) << 52) | (((bits >> 63) ^ negative) << 63));
    double a = static_cast<double>(leading >> 38) * (unit * 274877906944.0);
    double b = static_cast<double>(leading & 0x3fffffffffu) * unit;
    double head = a * 1.5707963109016418;
    double tail = a * 1.5893254773528196e-08 + b * 1.5707963267948966;
    double r = head + tail;
    *low = (head - r) + tail;
    *quadrant = (bits >> 63) != 0u ? 0u - multiple : multiple;
    return r;
}

// x less the nearest multiple of pi / 2, as the sum of the result and low; the multiple modulo 4 in quadrant.
// Below 2^22 pi / 2 is taken in four parts, of which the multiples of the first three are exact.
static inline double reduce_angle_f64(double x, double* low, uint32_t* quadrant) noexcept {
    if ((bits_from_f64(x) & 0x7fffffffffffffffu) >= 0x4150000000000000u)
        return reduce_large_angle_f64(x, low, quadrant);
    double t = x * 0.63661977236758138 + 6755399441055744.0;
    double k = t - 6755399441055744.0;
    *quadrant = static_cast<uint32_t>(bits_from_f64(t) & 3u);
    double first = (x - k * 1.5707963267341256) - k * 6.0771054855024431e-11;
    double second = k * 4.9789962521594252e-17;
    double high = first + second;
    *low = ((first - high) + second) - k * 1.6446256936324258e-26;
    return high;
}
