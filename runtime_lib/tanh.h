#pragma once

#include "bits.h"

// tanh(x), worst error 1.72 ULP (all arguments; x = 0.559224486).
// |x| = k ln 2 + r with r in [-0.14, 0.56], w = tanh r, s = 4^k: tanh|x| = 1 - 2 (1 - w) / (s + 1 + (s - 1) w), or w
// where k = 0.
static inline float tanh_f32(float x) noexcept {
    uint32_t bits = bits_from_f32(x);
    uint32_t size = bits & 0x7fffffffu;
    // Beyond 16 nothing changes; NaN (above 0x7f800000) stays. The sign's bit keeps compilers from splitting the path
    // here.
    float c = f32_from_bits(size - 0x41800000u <= 0x3e000000u ? 0x41800000u | bits >> 31 : size);
    // The low bits of t are k.
    float t = (c * 1.44269502f - 0.3f) + 12582912.0f;
    float k = t - 12582912.0f;
    float r = (c - k * 0.693145752f) - k * 1.42860677e-06f;
    float z = r * r;
    float w = r + r * z * (-0.333329052f + z * (0.133197442f + z * (-0.0526076704f + z * 0.0163135193f)));
    uint32_t n = bits_from_f32(t) << 24;
    float scale = f32_from_bits(n + 0x3f800000u);
    float one = f32_from_bits((0u - ((0u - n) >> 31)) & 0x3f800000u); // 0 where k = 0
    float y = one + 2.0f * (w - one) / ((scale + 1.0f) + (scale - 1.0f) * w);
    return f32_from_bits(bits_from_f32(y) | (bits & 0x80000000u));
}

// tanh(x), worst error 1.57 ULP (10^7 arguments). As tanh_f32.
static inline double tanh_f64(double x) noexcept {
    uint64_t bits = bits_from_f64(x);
    uint64_t size = bits & 0x7fffffffffffffffu;
    // Beyond 32 nothing changes; NaN stays. The sign's bit keeps compilers from splitting the path here.
    double c =
        f64_from_bits(size - 0x4040000000000000u <= 0x3fb0000000000000u ? 0x4040000000000000u | bits >> 63 : size);
    // The low bits of t are k.
    double t = (c * 1.4426950408889634 - 0.3) + 6755399441055744.0;
    double k = t - 6755399441055744.0;
    double r = (c - k * 0.6931471805598903) - k * 5.4979230187083712e-14;
    double z = r * r;
    double p = -0.00023299880688783849 + z * (8.2761422438232048e-05 + z * -1.9148218130556773e-05);
    p = -0.0014555071658128567 + z * (0.00058829585962882533 + z * p);
    p = -0.0088632320662308459 + z * (0.0035920865579010721 + z * p);
    p = -0.053968253962642744 + z * (0.021869488353557474 + z * p);
    double w = r + r * z * (-0.33333333333333287 + z * (0.13333333333324707 + z * p));
    uint64_t n = bits_from_f64(t) << 53;
    double scale = f64_from_bits(n + 0x3ff0000000000000u);
    double one = f64_from_bits((0u - ((0u - n) >> 63)) & 0x3ff0000000000000u); // 0 where k = 0
    double y = one + 2.0 * (w - one) / ((scale + 1.0) + (scale - 1.0) * w);
    return f64_from_bits(bits_from_f64(y) | (bits & 0x8000000000000000u));
}
