#pragma once

#include <stdint.h>

#include "bf16.h"
#include "bits.h"
#include "f16.h"
#include "f32_from_f64.h"
#include "f4e2m1fn.h"
#include "f8e3m4.h"
#include "f8e4m3.h"
#include "f8e4m3b11fnuz.h"
#include "f8e4m3fn.h"
#include "f8e4m3fnuz.h"
#include "f8e5m2.h"
#include "f8e5m2fnuz.h"
#include "f8e8m0fnu.h"

// x in 24 bits, the last one set where something was cut off: rounding that again is rounding once.
static inline float odd_f32_from_f64(double x) noexcept {
    const float near = f32_from_f64(x);
    const double error = x - static_cast<double>(near);
    const uint32_t bits = bits_from_f32(near);
    const bool even = (bits & 1u) == 0;
    const bool away = (error < 0.0) == (x > 0.0); // `near` is farther from zero than x
    const uint32_t odd = away ? bits - 1u : bits + 1u;
    const bool inexact = (error < 0.0) | (error > 0.0);
    return f32_from_bits((even & inexact) ? odd : bits);
}

// The nearest number of bf16, ties to even.
static inline float round_bf16_from_f64(double x) noexcept {
    return round_bf16(odd_f32_from_f64(x));
}

// The nearest number of f16, ties to even.
static inline float round_f16_from_f64(double x) noexcept {
    return round_f16(odd_f32_from_f64(x));
}

// The nearest number of f8e5m2, as round_f8e5m2 has it.
static inline float round_f8e5m2_from_f64(double x) noexcept {
    return round_f8e5m2(odd_f32_from_f64(x));
}

// The nearest number of f8e4m3, as round_f8e4m3 has it.
static inline float round_f8e4m3_from_f64(double x) noexcept {
    return round_f8e4m3(odd_f32_from_f64(x));
}

// The nearest number of f8e3m4, as round_f8e3m4 has it.
static inline float round_f8e3m4_from_f64(double x) noexcept {
    return round_f8e3m4(odd_f32_from_f64(x));
}

// The nearest number of f8e4m3fn, as round_f8e4m3fn has it.
static inline float round_f8e4m3fn_from_f64(double x) noexcept {
    return round_f8e4m3fn(odd_f32_from_f64(x));
}

// The nearest number of f8e4m3b11fnuz, as round_f8e4m3b11fnuz has it.
static inline float round_f8e4m3b11fnuz_from_f64(double x) noexcept {
    return round_f8e4m3b11fnuz(odd_f32_from_f64(x));
}

// The nearest number of f8e4m3fnuz, as round_f8e4m3fnuz has it.
static inline float round_f8e4m3fnuz_from_f64(double x) noexcept {
    return round_f8e4m3fnuz(odd_f32_from_f64(x));
}

// The nearest number of f8e5m2fnuz, as round_f8e5m2fnuz has it.
static inline float round_f8e5m2fnuz_from_f64(double x) noexcept {
    return round_f8e5m2fnuz(odd_f32_from_f64(x));
}

// The nearest number of f4e2m1fn, as round_f4e2m1fn has it.
static inline float round_f4e2m1fn_from_f64(double x) noexcept {
    return round_f4e2m1fn(odd_f32_from_f64(x));
}

// The nearest number of f8e8m0fnu, as round_f8e8m0fnu has it; what is zero among floats has none.
static inline float round_f8e8m0fnu_from_f64(double x) noexcept {
    return round_f8e8m0fnu(static_cast<float>(x) > 0.0f ? odd_f32_from_f64(x) : 0.0f);
}
