#pragma once

#include "bits.h"

// log(1 + x + low), where low is at most half a last place of x.
// As log_f32 of u = 1 + x, with low and what u lost to rounding added to f.
static inline float log1p_sum_f32(float x, float low) noexcept {
    float u = 1.0f + x;
    uint32_t i = bits_from_f32(u) + 0x004afb0du;
    uint32_t exponent = i >> 23;
    float k = f32_from_bits(exponent + 0x4b000000u) - 8388735.0f;
    // From 2^64 on nothing is lost that matters.
    float scale = f32_from_bits((254u - (exponent < 191u ? exponent : 191u)) << 23);
    float first = f32_from_bits((i & 0x007fffffu) + 0x3f3504f3u) - 1.0f;
    uint32_t bits = bits_from_f32(x);
    uint32_t finite = (bits & 0x7fffffffu) < 0x7f800000u ? 0xffffffffu : 0u;
    float lost = (f32_from_bits(bits_from_f32(x - (u - 1.0f)) & finite) + low) * scale;
    float f = first + lost;
    float f_error = (first - f) + lost;
    float p = 0.142008916f + f * (-0.131589234f + f * (0.127675265f + f * -0.0764748529f));
    p = 0.333333313f + f * (-0.250008225f + f * (0.200012609f + f * (-0.166233271f + f * p)));
    float y = k * 0.693145752f + (f + (f * f * (f * p - 0.5f) + (k * 1.42860677e-06f + f_error)));
    // 0 for an ordinary x, else what the result is; the sign is for -0.
    uint32_t special = bits - 0x7f800000u < 0x00800000u ? bits : 0u;
    special = bits == 0xbf800000u ? 0xff800000u : special;
    special = bits > 0xbf800000u ? 0x7fc00000u : special;
    return f32_from_bits(bits_from_f32(y + f32_from_bits(special)) | (bits & 0x80000000u));
}

// log(1 + x), worst error 1.02 ULP (all arguments; x = 0.448595077).
static inline float log1p_f32(float x) noexcept {
    float low = 0.0f;
    return log1p_sum_f32(x, low);
}

// log(1 + x + low). As log1p_sum_f32, with log_f64.
static inline double log1p_sum_f64(double x, double low) noexcept {
    double u = 1.0 + x;
    uint64_t i = bits_from_f64(u) + 0x00095f619980c434u;
    uint64_t exponent = i >> 52;
    double k = f64_from_bits(exponent + 0x4330000000000000u) - 4503599627371519.0;
    // From 2^128 on nothing is lost that matters.
    double scale = f64_from_bits((2046u - (exponent < 1151u ? exponent : 1151u)) << 52);
    double first = f64_from_bits((i & 0x000fffffffffffffu) + 0x3fe6a09e667f3bccu) - 1.0;
    uint64_t bits = bits_from_f64(x);
    uint64_t finite = (bits & 0x7fffffffffffffffu) < 0x7ff0000000000000u ? 0xffffffffffffffffu : 0u;
    double lost = (f64_from_bits(bits_from_f64(x - (u - 1.0)) & finite) + low) * scale;
    double f = first + lost;
    double f_error = (first - f) + lost;
    double s = f / (2.0 + f);
    double z = s * s;
    double p = 0.22222198430832263 + z * (0.181835722424528 + z * (0.15313835420134789 + z * 0.14798222513567055));
    p = z * (0.66666666666667351 + z * (0.39999999999409391 + z * (0.28571428743672195 + z * p)));
    double h = 0.5 * f * f;
    double y = k * 0.6931471805598903 + (f - (h - (s * (h + p) + (k * 5.4979230187083712e-14 + f_error))));
    // 0 for an ordinary x, else what the result is; the sign is for -0.
    uint64_t special = bits - 0x7ff0000000000000u < 0x0010000000000000u ? bits : 0u;
    special = bits == 0xbff0000000000000u ? 0xfff0000000000000u : special;
    special = bits > 0xbff0000000000000u ? 0x7ff8000000000000u : special;
    return f64_from_bits(bits_from_f64(y + f64_from_bits(special)) | (bits & 0x8000000000000000u));
}

// log(1 + x), worst error 0.87 ULP (10^7 arguments).
static inline double log1p_f64(double x) noexcept {
    double low = 0.0;
    return log1p_sum_f64(x, low);
}
