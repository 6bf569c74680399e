#pragma once

#include <stdint.h>

#include "bf16.h"
#include "bits.h"
#include "f16.h"

// x in 24 bits, the last one set where something was cut off: rounding that again is rounding once.
static inline float odd_f32_from_f64(double x) {
    const float near = static_cast<float>(x);
    const double error = x - static_cast<double>(near);
    const uint32_t bits = bits_from_f32(near);
    const bool even = (bits & 1u) == 0;
    const bool away = (error < 0.0) == (x > 0.0); // `near` is farther from zero than x
    const uint32_t odd = away ? bits - 1u : bits + 1u;
    const bool inexact = (error < 0.0) | (error > 0.0);
    return f32_from_bits((even & inexact) ? odd : bits);
}

// The nearest number of bf16, ties to even.
static inline float round_bf16_from_f64(double x) {
    return round_bf16(odd_f32_from_f64(x));
}

// The nearest number of f16, ties to even.
static inline float round_f16_from_f64(double x) {
    return round_f16(odd_f32_from_f64(x));
}
