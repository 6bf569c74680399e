#pragma once

#include "bits.h"

// e^x, worst error 1.19 ULP (all arguments; x = -5.8655262), 0.91 with fused multiply-adds.
// x = k ln 2 + r, |r| <= ln 2 / 2; e^r = 1 + r (1 + r q(r)); 2^k is two factors, so that overflow and denormals come by
// themselves.
static inline float exp_f32(float x) noexcept {
    uint32_t size = bits_from_f32(x) & 0x7fffffffu;
    uint32_t sign = bits_from_f32(x) & 0x80000000u;
    // Beyond 128 nothing changes; NaN (above 0x7f800000) stays.
    float c = f32_from_bits((size - 0x43000000u <= 0x3c800000u ? 0x43000000u : size) | sign);
    // The low bits of t are k + 254.
    float t = c * 1.44269502f + 12583166.0f;
    float k = t - 12583166.0f;
    float r = (c - k * 0.693145752f) - k * 1.42860677e-06f;
    float q = 0.5f + r * (0.166665211f + r * (0.0416664109f + r * (0.00836872589f + r * 0.00139398838f)));
    float p = 1.0f + r * (1.0f + r * q);
    uint32_t n = bits_from_f32(t);
    return p * f32_from_bits((n >> 1) << 23) * f32_from_bits((n - (n >> 1)) << 23);
}

// e^x of x that is not positive, or NaN, worst error 1.19 ULP (all arguments; x = -5.8655262). As exp_f32, with one
// factor 2^(k + 64) of p = e^r / 2^64, which reaches denormals. It is right up to 44.
static inline float exp_not_positive_f32(float x) noexcept {
    // The low bits of t are k + 191.
    float t = x * 1.44269502f + 12583103.0f;
    float k = t - 12583103.0f;
    float r = (x - k * 0.693145752f) - k * 1.42860677e-06f;
    float q =
        2.71050543e-20f + r * (9.03493921e-21f + r * (2.25874066e-21f + r * (4.53669539e-22f + r * 7.55682615e-23f)));
    float p = 5.42101086e-20f + r * (5.42101086e-20f + r * q);
    float y = p * f32_from_bits(bits_from_f32(t) << 23);
    // Below -104 it is 0. A mask and a comparison that is quiet about NaN, so that loops stay vectors.
    uint32_t kept = __builtin_isless(x, -104.0f) ? 0u : 0xffffffffu;
    return f32_from_bits(bits_from_f32(y) & kept);
}

// e^x as an addend to a larger number: the bits of exp_f32, but 0 where these are below 2^-125.
// One factor 2^(k - 1) of p = 2 e^r.
static inline float exp_addend_f32(float x) noexcept {
    // Comparisons that are quiet about NaN, so that loops stay vectors.
    float above = __builtin_isless(x, -87.0f) ? -87.0f : x;
    float c = __builtin_isless(89.0f, above) ? 89.0f : above;
    // The low bits of t are k + 126.
    float t = c * 1.44269502f + 12583038.0f;
    float k = t - 12583038.0f;
    float r = (c - k * 0.693145752f) - k * 1.42860677e-06f;
    float q = 1.0f + r * (0.333330423f + r * (0.0833328217f + r * (0.0167374518f + r * 0.00278797676f)));
    float p = 2.0f + r * (2.0f + r * q);
    return p * f32_from_bits(bits_from_f32(t) << 23);
}

// e^x, worst error 1.18 ULP (10^8 arguments), 0.89 with fused multiply-adds. As exp_f32.
static inline double exp_f64(double x) noexcept {
    uint64_t size = bits_from_f64(x) & 0x7fffffffffffffffu;
    uint64_t sign = bits_from_f64(x) & 0x8000000000000000u;
    // Beyond 1024 nothing changes; NaN stays.
    double c = f64_from_bits((size - 0x4090000000000000u <= 0x3f60000000000000u ? 0x4090000000000000u : size) | sign);
    // The low bits of t are k + 2046.
    double t = c * 1.4426950408889634 + 6755399441057790.0;
    double k = t - 6755399441057790.0;
    double r = (c - k * 0.6931471805598903) - k * 5.4979230187083712e-14;
    double q = 2.7630324807723928e-07 + r * 2.5108868293248035e-08;
    q = 2.4801493125089514e-05 + r * (2.7557245626677229e-06 + r * q);
    q = 0.0013888888943303338 + r * (0.00019841269883252453 + r * q);
    q = 0.041666666666533 + r * (0.0083333333333237784 + r * q);
    q = 0.500000000000001 + r * (0.16666666666666671 + r * q);
    double p = 1.0 + r * (1.0 + r * q);
    uint64_t n = bits_from_f64(t);
    return p * f64_from_bits((n >> 1) << 52) * f64_from_bits((n - (n >> 1)) << 52);
}

// e^x of x that is not positive, or NaN, worst error 1.16 ULP (10^8 arguments). As exp_not_positive_f32, with 2^512; it
// is right up to 350.
static inline double exp_not_positive_f64(double x) noexcept {
    // The low bits of t are k + 1535.
    double t = x * 1.4426950408889634 + 6755399441057279.0;
    double k = t - 6755399441057279.0;
    double r = (x - k * 0.6931471805598903) - k * 5.4979230187083712e-14;
    double q = 2.0607637692973889e-161 + r * 1.8727049510587324e-162;
    q = 1.8497798636943703e-159 + r * (2.0553132749713555e-160 + r * q);
    q = 1.0358806611695548e-157 + r * (1.4798295132899774e-158 + r * q);
    q = 3.1076419713234502e-156 + r * (6.2152839426597125e-157 + r * q);
    q = 3.7291703656001108e-155 + r * (1.2430567885333681e-155 + r * q);
    double p = 7.458340731200207e-155 + r * (7.458340731200207e-155 + r * q);
    double y = p * f64_from_bits(bits_from_f64(t) << 52);
    uint64_t kept = __builtin_isless(x, -746.0) ? 0u : 0xffffffffffffffffu; // below it is 0
    return f64_from_bits(bits_from_f64(y) & kept);
}

// e^x as an addend to a larger number: the bits of exp_f64, but 0 where these are below 2^-1021. As exp_addend_f32.
static inline double exp_addend_f64(double x) noexcept {
    double above = __builtin_isless(x, -708.0) ? -708.0 : x;
    double c = __builtin_isless(710.0, above) ? 710.0 : above;
    // The low bits of t are k + 1022.
    double t = c * 1.4426950408889634 + 6755399441056766.0;
    double k = t - 6755399441056766.0;
    double r = (c - k * 0.6931471805598903) - k * 5.4979230187083712e-14;
    double q = 5.5260649615447855e-07 + r * 5.021773658649607e-08;
    q = 4.9602986250179029e-05 + r * (5.5114491253354459e-06 + r * q);
    q = 0.0027777777886606675 + r * (0.00039682539766504907 + r * q);
    q = 0.083333333333066001 + r * (0.016666666666647557 + r * q);
    q = 1.000000000000002 + r * (0.33333333333333343 + r * q);
    double p = 2.0 + r * (2.0 + r * q);
    return p * f64_from_bits(bits_from_f64(t) << 52);
}
