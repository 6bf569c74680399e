#pragma once

#include "bits.h"

// Natural logarithm, worst error 0.96 ULP (all arguments; x = 0.707082272).
// x = 2^k m, m in [sqrt 1/2, sqrt 2), f = m - 1; log x = k ln 2 + f - f^2 / 2 + f^3 p(f).
static inline float log_f32(float x) noexcept {
    uint32_t bits = bits_from_f32(x);
    // A denormal is scaled by 2^23.
    uint32_t tiny = bits < 0x00800000u ? 0xffffffffu : 0u;
    uint32_t i = bits_from_f32(x * f32_from_bits(0x3f800000u + (tiny & 0x0b800000u))) + 0x004afb0du;
    // The exponent, biased and with 64 more, as the low bits of 2^23.
    float k = f32_from_bits((i >> 23) + 0x4b000040u - (tiny & 23u)) - 8388799.0f;
    float f = f32_from_bits((i & 0x007fffffu) + 0x3f3504f3u) - 1.0f;
    float p = 0.142008916f + f * (-0.131589234f + f * (0.127675265f + f * -0.0764748529f));
    p = 0.333333313f + f * (-0.250008225f + f * (0.200012609f + f * (-0.166233271f + f * p)));
    float y = k * 0.693145752f + (f + (f * f * (f * p - 0.5f) + k * 1.42860677e-06f));
    // 0 for an ordinary x, else what the result is.
    uint32_t special = bits < 0x7f800000u ? 0u : bits;
    special = bits > 0x80000000u ? 0x7fc00000u : special;
    special = bits << 1 == 0u ? 0xff800000u : special;
    return y + f32_from_bits(special);
}

// Natural logarithm, worst error 0.82 ULP (10^7 arguments).
// As log_f32, but log(1 + f) = f - f^2 / 2 + s (f^2 / 2 + s^2 p(s^2)), s = f / (2 + f), from log(1 + f) = 2 atanh(s).
static inline double log_f64(double x) noexcept {
    uint64_t bits = bits_from_f64(x);
    // A denormal is scaled by 2^52.
    uint64_t tiny = bits < 0x0010000000000000u ? 0xffffffffffffffffu : 0u;
    uint64_t i =
        bits_from_f64(x * f64_from_bits(0x3ff0000000000000u + (tiny & 0x0340000000000000u))) + 0x00095f619980c434u;
    // The exponent , biased and with 64 more, as the low bits of 2^52.
    double k = f64_from_bits((i >> 52) + 0x4330000000000040u - (tiny & 52u)) - 4503599627371583.0;
    double f = f64_from_bits((i & 0x000fffffffffffffu) + 0x3fe6a09e667f3bccu) - 1.0;
    double s = f / (2.0 + f);
    double z = s * s;
    double p = 0.22222198430832263 + z * (0.181835722424528 + z * (0.15313835420134789 + z * 0.14798222513567055));
    p = z * (0.66666666666667351 + z * (0.39999999999409391 + z * (0.28571428743672195 + z * p)));
    double h = 0.5 * f * f;
    double y = k * 0.6931471805598903 + (f - (h - (s * (h + p) + k * 5.4979230187083712e-14)));
    // 0 for an ordinary x, else what the result is.
    uint64_t special = bits < 0x7ff0000000000000u ? 0u : bits;
    special = bits > 0x8000000000000000u ? 0x7ff8000000000000u : special;
    special = bits << 1 == 0u ? 0xfff0000000000000u : special;
    return y + f64_from_bits(special);
}
