#pragma once

#include "bits.h"

// x^y with the special cases of C99, worst error 1.25 ULP (10^7 arguments).
// log2|x| is computed as a sum of two floats: x = 2^k m, s = (m - 1) / (m + 1), log m = 2 s + s (2/3 s^2 + s^4 p(s^2)).
// The parts that matter most are cut to 12 bits or fewer, so that their products are exact. Then 2^(y log2|x|) as in
// exp_f32.
static inline float pow_f32(float x, float y) noexcept {
    uint32_t x_size = bits_from_f32(x) & 0x7fffffffu;
    uint32_t y_size = bits_from_f32(y) & 0x7fffffffu;
    uint32_t x_sign = bits_from_f32(x) & 0x80000000u;
    uint32_t y_sign = bits_from_f32(y) & 0x80000000u;
    // A denormal is scaled by 2^23.
    uint32_t tiny = x_size < 0x00800000u ? 0xffffffffu : 0u;
    uint32_t i = bits_from_f32(f32_from_bits(x_size) * f32_from_bits(0x3f800000u + (tiny & 0x0b800000u))) + 0x004afb0du;
    float k = f32_from_bits((i >> 23) + 0x4b000000u) - f32_from_bits(0x4b00007fu + (tiny & 23u));
    float f = f32_from_bits((i & 0x007fffffu) + 0x3f3504f3u) - 1.0f;
    float d = 2.0f + f;
    float s = f / d;
    float s1 = f32_from_bits(bits_from_f32(s) & 0xfffff000u);
    float d1 = f32_from_bits(bits_from_f32(d) & 0xfffff000u);
    float s2 = ((f - s1 * d1) - s1 * ((d - d1) + (f - (d - 2.0f)))) / d;
    float square = s1 * s1;
    float z1 = f32_from_bits(bits_from_f32(square) & 0xffffff00u);
    float z2 = (square - z1) + s2 * (s1 + s);
    float z = z1 + z2;
    float w = z1 * 0.6640625f; // 2/3 = 0.6640625 + 0.0026...
    float w1 = f32_from_bits(bits_from_f32(w) & 0xfffff000u);
    float p = 0.00260416667f + z * (0.400001526f + z * (0.285470784f + z * 0.234201401f));
    float w2 = (w - w1) + (0.6640625f * z2 + z * p);
    float twice = s1 + s1;
    float log1 = twice + s1 * w1;
    float log2 = ((twice - log1) + s1 * w1) + ((s2 + s2) + (s1 * w2 + s2 * (w1 + w2)));
    // 1 / ln 2 = 1.4423828125 + 0.00031...
    float cut = f32_from_bits(bits_from_f32(log1) & 0xfffff000u);
    float e = k + cut * 1.4423828125f;
    float e2 = ((k - e) + cut * 1.4423828125f) + (cut * 0.000312228389f + ((log1 - cut) + log2) * 1.44269502f);
    // Exponents from 2^32 on are all the same.
    float c = f32_from_bits((y_size < 0x4f800000u ? y_size : 0x4f800000u) | y_sign);
    float c1 = f32_from_bits(bits_from_f32(c) & 0xfffff000u);
    float e1 = f32_from_bits(bits_from_f32(e) & 0xfffff000u);
    float high = e1 * c1;
    float low = e1 * (c - c1) + ((e - e1) + e2) * c;
    low = high > 200.0f ? 0.0f : low;
    low = high < -200.0f ? 0.0f : low;
    high = high > 200.0f ? 200.0f : high;
    high = high < -200.0f ? -200.0f : high;
    // The low bits of t are n + 254.
    float t = (high + low) + 12583166.0f;
    float r = (high - (t - 12583166.0f)) + low;
    float q = 0.0555035844f + r * (0.00961807091f + r * (0.00133915804f + r * 0.000154592533f));
    q = 1.0f + r * (0.693147182f + r * (0.240226507f + r * q));
    uint32_t n = bits_from_f32(t);
    uint32_t power = bits_from_f32(q * f32_from_bits((n >> 1) << 23) * f32_from_bits((n - (n >> 1)) << 23));
    // Is y an integer, an odd one? Masks from here on.
    uint32_t significand = (y_size & 0x007fffffu) | 0x00800000u;
    uint32_t point = (150u - (y_size >> 23)) & 31u;
    uint32_t between = y_size - 0x3f800000u < 0x0c000000u ? 0xffffffffu : 0u;
    uint32_t integer = ((significand >> point) << point) == significand ? between : 0u;
    uint32_t odd = integer & (0u - ((significand >> point) & 1u));
    integer = y_size >= 0x4b800000u ? 0xffffffffu : integer;
    uint32_t nothing = x_size == 0u ? 0xffffffffu : 0u;
    uint32_t extreme = x_size == 0x7f800000u ? 0xffffffffu : nothing;
    uint32_t infinite = extreme & (nothing ^ ~(0u - (y_sign >> 31)));
    power = (power & ~extreme) | (infinite & 0x7f800000u) | (odd & x_sign);
    uint32_t nan = (0u - (x_sign >> 31)) & ~integer & ~extreme;
    nan = x_size > 0x7f800000u ? 0xffffffffu : nan;
    nan = y_size > 0x7f800000u ? 0xffffffffu : nan;
    power = (power & ~nan) | (nan & 0x7fc00000u);
    power = y_size == 0u ? 0x3f800000u : power;
    power = bits_from_f32(x) == 0x3f800000u ? 0x3f800000u : power;
    return f32_from_bits(power);
}

// x^y with the special cases of C99, worst error 1.21 ULP (10^7 arguments). As pow_f32, with parts of 26 bits.
static inline double pow_f64(double x, double y) noexcept {
    uint64_t x_size = bits_from_f64(x) & 0x7fffffffffffffffu;
    uint64_t y_size = bits_from_f64(y) & 0x7fffffffffffffffu;
    uint64_t x_sign = bits_from_f64(x) & 0x8000000000000000u;
    uint64_t y_sign = bits_from_f64(y) & 0x8000000000000000u;
    // A denormal is scaled by 2^52.
    bool tiny = x_size < 0x0010000000000000u;
    uint64_t i = bits_from_f64(f64_from_bits(x_size) * (tiny ? 4503599627370496.0 : 1.0)) + 0x00095f619980c434u;
    double k = static_cast<double>(static_cast<int32_t>(i >> 52) - (tiny ? 1075 : 1023));
    double f = f64_from_bits((i & 0x000fffffffffffffu) + 0x3fe6a09e667f3bccu) - 1.0;
    double d = 2.0 + f;
    double s = f / d;
    double s1 = f64_from_bits(bits_from_f64(s) & 0xfffffffff8000000u);
    double d1 = f64_from_bits(bits_from_f64(d) & 0xfffffffff8000000u);
    double s2 = ((f - s1 * d1) - s1 * ((d - d1) + (f - (d - 2.0)))) / d;
    double square = s1 * s1;
    double z1 = f64_from_bits(bits_from_f64(square) & 0xfffffffff8000000u);
    double z2 = (square - z1) + s2 * (s1 + s);
    double z = z1 + z2;
    double w = z1 * 0.6666666567325592; // 2/3 = 0.66666665... + 9.9...e-09
    double w1 = f64_from_bits(bits_from_f64(w) & 0xfffffffff8000000u);
    double p = 0.15384553197757944 + z * (0.13336455973204125 + z * (0.11672058741385999 + z * 0.12011586577851666));
    p = 0.28571428571447027 + z * (0.22222222217079496 + z * (0.18181818925260568 + z * p));
    p = 9.9341074625651036e-09 + z * (0.39999999999999974 + z * p);
    double w2 = (w - w1) + (0.6666666567325592 * z2 + z * p);
    double twice = s1 + s1;
    double log1 = twice + s1 * w1;
    double log2 = ((twice - log1) + s1 * w1) + ((s2 + s2) + (s1 * w2 + s2 * (w1 + w2)));
    // 1 / ln 2 = 1.44269502... + 1.9...e-08
    double cut = f64_from_bits(bits_from_f64(log1) & 0xfffffffff8000000u);
    double e = k + cut * 1.4426950216293335;
    double e2 = ((k - e) + cut * 1.4426950216293335) +
                (cut * 1.9259629911266175e-08 + ((log1 - cut) + log2) * 1.4426950408889634);
    // Exponents from 2^65 on are all the same.
    double c = f64_from_bits((y_size < 0x4400000000000000u ? y_size : 0x4400000000000000u) | y_sign);
    double c1 = f64_from_bits(bits_from_f64(c) & 0xfffffffff8000000u);
    double e1 = f64_from_bits(bits_from_f64(e) & 0xfffffffff8000000u);
    double high = e1 * c1;
    double low = e1 * (c - c1) + ((e - e1) + e2) * c;
    low = high > 1200.0 || high < -1200.0 ? 0.0 : low;
    high = high > 1200.0 ? 1200.0 : high;
    high = high < -1200.0 ? -1200.0 : high;
    // The low bits of t are n + 2046.
    double t = (high + low) + 6755399441057790.0;
    double r = ((high - (t - 6755399441057790.0)) + low) * 0.69314718055994529;
    double q = 2.7630324807723928e-07 + r * 2.5108868293248035e-08;
    q = 2.4801493125089514e-05 + r * (2.7557245626677229e-06 + r * q);
    q = 0.0013888888943303338 + r * (0.00019841269883252453 + r * q);
    q = 0.041666666666533 + r * (0.0083333333333237784 + r * q);
    q = 0.500000000000001 + r * (0.16666666666666671 + r * q);
    q = 1.0 + (r + r * r * q);
    uint64_t n = bits_from_f64(t);
    double power = q * f64_from_bits((n >> 1) << 52) * f64_from_bits((n - (n >> 1)) << 52);
    // Is y an integer, an odd one?
    uint64_t significand = (y_size & 0x000fffffffffffffu) | 0x0010000000000000u;
    uint32_t point = 1075u - static_cast<uint32_t>(y_size >> 52);
    bool between = y_size >= 0x3ff0000000000000u && y_size < 0x4340000000000000u;
    uint64_t one = 1u;
    bool integer = y_size >= 0x4340000000000000u || (between && (significand & ((one << (point & 63u)) - 1u)) == 0u);
    bool odd = integer && between && ((significand >> (point & 63u)) & 1u) != 0u;
    bool extreme = x_size == 0u || x_size == 0x7ff0000000000000u;
    if (extreme) power = f64_from_bits((x_size == 0u) == (y_sign != 0u) ? 0x7ff0000000000000u : 0u);
    if (odd) power = f64_from_bits(bits_from_f64(power) | x_sign);
    if (x_sign != 0u && !integer && !extreme) power = f64_from_bits(0x7ff8000000000000u);
    if (x_size > 0x7ff0000000000000u || y_size > 0x7ff0000000000000u) power = f64_from_bits(0x7ff8000000000000u);
    return y_size == 0u || bits_from_f64(x) == 0x3ff0000000000000u ? 1.0 : power;
}
