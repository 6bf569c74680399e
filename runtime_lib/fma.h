#pragma once

#include <stdint.h>

#include "bits.h"
#include "f32_from_f64.h"
#include "fma_integers_f32.h"
#include "fma_integers_f64.h"

// a b + c, rounded once: one instruction where there is one. In doubles the product is exact; the sum is too, but for
// what is lost: where its last bit shows that (it is odd), rounding it to f32 is right.
static inline float fma_f32(float a, float b, float c) noexcept {
    static_cast<void>(&fma_integers_f32), static_cast<void>(&f32_from_f64); // no warning where they are not used
#if defined(__GNUC__) && (defined(__FMA__) || defined(__ARM_FEATURE_FMA) || defined(__riscv_flen))
    return __builtin_fmaf(a, b, c);
#elif defined(__SSE2__) || defined(_M_X64) || (defined(__ARM_FP) && (__ARM_FP & 8))
    double product = static_cast<double>(a) * static_cast<double>(b);
    double addend = static_cast<double>(c);
    double sum = product + addend;
    double rest = sum - product;
    double lost = (product - (sum - rest)) + (addend - rest);
    uint64_t bits = bits_from_f64(sum);
    bool odd = (bits & 1u) != 0u;
    if (lost > 0.0 && !odd) bits += sum > 0.0 ? 1u : UINT64_MAX;
    if (lost < 0.0 && !odd) bits += sum < 0.0 ? 1u : UINT64_MAX;
    return f32_from_f64(f64_from_bits(bits));
#else
    return fma_integers_f32(a, b, c);
#endif
}

// a b + c, rounded once: one instruction where there is one.
static inline double fma_f64(double a, double b, double c) noexcept {
    static_cast<void>(&fma_integers_f64); // no warning where it is not used
#if defined(__GNUC__) && (defined(__FMA__) || (defined(__ARM_FEATURE_FMA) && (__ARM_FP & 8)) || defined(__aarch64__))
    return __builtin_fma(a, b, c);
#elif defined(__GNUC__) && defined(__riscv_flen) && __riscv_flen >= 64
    return __builtin_fma(a, b, c);
#else
    return fma_integers_f64(a, b, c);
#endif
}
