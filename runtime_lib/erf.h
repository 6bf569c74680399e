#pragma once

#include "bits.h"

// The error function, worst error 1.42 ULP (all arguments; x = 0.93493551).
// x + x p(x^2) below 0.93; above, 1 - exp(p(|x|)), with the exponential as in exp_f32.
static inline float erf_f32(float x) noexcept {
    uint32_t bits = bits_from_f32(x);
    uint32_t size = bits & 0x7fffffffu;
    // Beyond 4 nothing changes; NaN (above 0x7f800000) stays. The sign's bit keeps compilers from splitting the path
    // here.
    float c = f32_from_bits(size - 0x40800000u <= 0x3f000000u ? 0x40800000u | bits >> 31 : size);
    float d = c - 1.0f;
    float v = -0.00179351808f + d * (7.54408393e-05f + d * 4.07264706e-05f);
    v = -0.843094707f + d * (-0.041600503f + d * (0.0100059006f + d * v));
    v = -1.84960556f + d * (-2.63896775f + d * v);
    // The low bits of t are k + 127.
    float t = v * 1.44269502f + 12583039.0f;
    float k = t - 12583039.0f;
    float r = (v - k * 0.693145752f) - k * 1.42860677e-06f;
    float q = 0.499991655f + r * (0.166664809f + r * (0.0418969169f + r * 0.00837251265f));
    float large = 1.0f - (1.0f + (r + r * r * q)) * f32_from_bits(bits_from_f32(t) << 23);
    float z = c * c;
    float p = -0.0267587099f + z * (0.00498096924f + z * -0.000592681346f);
    float small = c + c * (0.128379151f + z * (-0.376124799f + z * (0.1128162f + z * p)));
    uint32_t mask = size < 0x3f6f0000u ? 0xffffffffu : 0u;
    return f32_from_bits((bits_from_f32(small) & mask) | (bits_from_f32(large) & ~mask) | (bits & 0x80000000u));
}

// The error function, worst error 1.10 ULP (10^7 arguments). As erf_f32.
static inline double erf_f64(double x) noexcept {
    uint64_t bits = bits_from_f64(x);
    uint64_t size = bits & 0x7fffffffffffffffu;
    // Beyond 5.9375 nothing changes; NaN stays. The sign's bit keeps compilers from splitting the path here.
    double c =
        f64_from_bits(size - 0x4017c00000000000u <= 0x3fd8400000000000u ? 0x4017c00000000000u | bits >> 63 : size);
    double d = c - 1.0;
    double v = -1.6378227155847067e-09 + d * (1.5244459525324252e-10 + d * -6.4075901220067713e-12);
    v = 7.6102326025408613e-08 + d * (-4.0256638158087984e-08 + d * (1.0337793641309769e-08 + d * v));
    v = 9.6237326391799676e-06 + d * (-2.0846880618365237e-06 + d * (1.7055836870152899e-07 + d * v));
    v = 0.00023732315248287805 + d * (2.6278000097523086e-05 + d * (-2.7164056736673142e-05 + d * v));
    v = -0.041561098047779001 + d * (0.010033825435610509 + d * (-0.001977902868459194 + d * v));
    v = -1.8496055099332482 + d * (-2.638967514234789 + d * (-0.84310725635845674 + d * v));
    // The low bits of t are k + 1023.
    double t = v * 1.4426950408889634 + 6755399441056767.0;
    double k = t - 6755399441056767.0;
    double r = (v - k * 0.6931471805598903) - k * 5.4979230187083712e-14;
    double q = 2.7630324807723928e-07 + r * 2.5108868293248035e-08;
    q = 2.4801493125089514e-05 + r * (2.7557245626677229e-06 + r * q);
    q = 0.0013888888943303338 + r * (0.00019841269883252453 + r * q);
    q = 0.041666666666533 + r * (0.0083333333333237784 + r * q);
    q = 0.500000000000001 + r * (0.16666666666666671 + r * q);
    double large = 1.0 - (1.0 + (r + r * r * q)) * f64_from_bits(bits_from_f64(t) << 52);
    double z = c * c;
    double p = -1.6148047910029466e-07 + z * (1.3428710999227974e-08 + z * -7.1886462835054932e-10);
    p = -1.4924218416930175e-05 + z * (1.6440328703431083e-06 + z * p);
    p = -0.00085483252344814543 + z * (0.00012055270495782639 + z * p);
    p = 0.11283791670935878 + z * (-0.026866170641661743 + z * (0.0052239775930205705 + z * p));
    double small = c + c * (0.12837916709551256 + z * (-0.37612638903183332 + z * p));
    uint64_t mask = size < 0x3fedf00000000000u ? 0xffffffffffffffffu : 0u;
    return f64_from_bits((bits_from_f64(small) & mask) | (bits_from_f64(large) & ~mask) | (bits & 0x8000000000000000u));
}
