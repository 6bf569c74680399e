#pragma once

#include <stdint.h>

#include "bits.h"
#include "square_root.h"

// Square root, correctly rounded: one instruction where there is one. The builtin would call libm for errno.
static inline float sqrt_f32(float x) noexcept {
    static_cast<void>(&square_root_f32); // no warning where there is an instruction
#if defined(__GNUC__) && defined(__arm__) && defined(__ARM_FP) && (__ARM_FP & 4)
    float root;
    __asm("vsqrt.f32 %0, %1" : "=t"(root) : "t"(x));
    return root;
#elif defined(__GNUC__) && defined(__aarch64__)
    float root;
    __asm("fsqrt %s0, %s1" : "=w"(root) : "w"(x));
    return root;
#elif defined(__GNUC__) && defined(__AVX__)
    float root;
    __asm("vsqrtss %1, %1, %0" : "=x"(root) : "x"(x));
    return root;
#elif defined(__GNUC__) && defined(__SSE2__)
    float root;
    __asm("sqrtss %1, %0" : "=x"(root) : "x"(x));
    return root;
#elif defined(__GNUC__) && defined(__riscv_flen)
    float root;
    __asm("fsqrt.s %0, %1" : "=f"(root) : "f"(x));
    return root;
#else
    return square_root_f32(x);
#endif
}

// Square root, correctly rounded. As sqrt_f32.
static inline double sqrt_f64(double x) noexcept {
    static_cast<void>(&square_root_f64); // no warning where there is an instruction
#if defined(__GNUC__) && defined(__arm__) && defined(__ARM_FP) && (__ARM_FP & 8)
    double root;
    __asm("vsqrt.f64 %P0, %P1" : "=w"(root) : "w"(x));
    return root;
#elif defined(__GNUC__) && defined(__aarch64__)
    double root;
    __asm("fsqrt %d0, %d1" : "=w"(root) : "w"(x));
    return root;
#elif defined(__GNUC__) && defined(__AVX__)
    double root;
    __asm("vsqrtsd %1, %1, %0" : "=x"(root) : "x"(x));
    return root;
#elif defined(__GNUC__) && defined(__SSE2__)
    double root;
    __asm("sqrtsd %1, %0" : "=x"(root) : "x"(x));
    return root;
#elif defined(__GNUC__) && defined(__riscv_flen) && __riscv_flen >= 64
    double root;
    __asm("fsqrt.d %0, %1" : "=f"(root) : "f"(x));
    return root;
#else
    return square_root_f64(x);
#endif
}
