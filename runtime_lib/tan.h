#pragma once

#include "reduce_angle.h"

// Tangent, worst error 1.72 ULP (all arguments; x = 133.982315). t = r + r^3 p(r^2) in even quadrants, -1 / t in odd
// ones.
static inline float tan_f32(float x) noexcept {
    uint32_t quadrant;
    float low;
    float r = reduce_angle_f32(x, &low, &quadrant);
    float z = r * r;
    float p = 0.0212841071f + z * (0.0108340401f + z * (8.86518101e-05f + z * 0.00437795697f));
    p = 0.333333492f + z * (0.133326739f + z * (0.0540592149f + z * p));
    float t = r + (r * z * p + low * (1.0f + z));
    float y = (quadrant & 1u) != 0u ? -1.0f / t : t;
    return (bits_from_f32(x) & 0x7fffffffu) < 0x39800000u ? x : y; // below 2^-12
}

// Tangent, worst error 1.71 ULP (10^7 arguments). As tan_f32.
static inline double tan_f64(double x) noexcept {
    if ((bits_from_f64(x) & 0x7fffffffffffffffu) < 0x3e40000000000000u) return x; // below 2^-27
    uint32_t quadrant;
    double low;
    double r = reduce_angle_f64(x, &low, &quadrant);
    double z = r * r;
    double p = 9.0095845030230235e-05 + z * (-4.5224248638054284e-05 + z * 2.0946966849995633e-05);
    p = 0.00022213864775569506 + z * (0.00013702198728557876 + z * (-2.7085972538831357e-05 + z * p));
    p = 0.0035922923140842542 + z * (0.0014547384260883685 + z * (0.00059514667954870123 + z * p));
    p = 0.053968253925558402 + z * (0.021869489635049505 + z * (0.0088632188023660043 + z * p));
    p = 0.3333333333333276 + z * (0.13333333333417016 + z * p);
    double t = r + (r * z * p + low * (1.0 + z));
    return (quadrant & 1u) != 0u ? -1.0 / t : t;
}
