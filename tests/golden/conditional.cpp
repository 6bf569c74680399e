// conditional.cpp: written by hlo2cpp 0.2.0 from module golden_conditional (sha256 0e5bf7eecd32). Do not edit: run again
//
//     hlo2cpp compile conditional.hlo
//
// 6 steps, 0 bytes of arena
#include "conditional.h"

#include <stdint.h>
#ifndef __has_include
#include <string.h>
#elif __has_include(<string.h>)
#include <string.h>
#else // a tool chain without a C library: the program has these functions, which compilers call of their own accord
extern "C" {
void* memcpy(void*, const void*, decltype(sizeof 0)) noexcept;
void* memmove(void*, const void*, decltype(sizeof 0)) noexcept;
void* memset(void*, int, decltype(sizeof 0)) noexcept;
int memcmp(const void*, const void*, decltype(sizeof 0)) noexcept;
}
#endif

#if !defined(__GNUC__) && !defined(_MSC_VER) && !defined(__restrict) // a word that others may not know
#define __restrict
#endif

#if CONDITIONAL_HASH != 0x7bdc9112u || CONDITIONAL_ARENA_BYTES != 0 || \
    CONDITIONAL_ARENA_ALIGNMENT != 4 || CONDITIONAL_WEIGHTS_BYTES != 16
#error "conditional.h and conditional.cpp are of different runs of hlo2cpp: take both from one"
#endif
// Floats are computed as it is written here, after IEEE 754.
#if defined(__FAST_MATH__) || defined(__ASSOCIATIVE_MATH__) || defined(__RECIPROCAL_MATH__) || \
    defined(__NO_SIGNED_ZEROS__) || (defined(__FINITE_MATH_ONLY__) && __FINITE_MATH_ONLY__ != 0) || defined(_M_FP_FAST)
#error "results would be wrong with -ffast-math, -Ofast and the like: compile this file without, or with -fno-fast-math after them"
#endif
#if defined(__FLT_EVAL_METHOD__) && __FLT_EVAL_METHOD__ != 0 && __FLT_EVAL_METHOD__ != 16
#error "results would be wrong with excess precision: compile this file without, e.g. with -msse2 -mfpmath=sse"
#endif
#ifdef __GNUC__ // floats are compared where the module compares them
#pragma GCC diagnostic ignored "-Wfloat-equal"
#endif
#if defined(__clang__) && __clang_major__ >= 13 // has no macro for -funsafe-math-optimizations
#pragma clang fp reassociate(off)
#endif

#ifndef CONDITIONAL_WEIGHTS // where constants are, e.g. __attribute__((section(".qspi")))
#define CONDITIONAL_WEIGHTS
#endif
#ifndef CONDITIONAL_CODE // where steps are, e.g. __attribute__((section(".itcm")))
#define CONDITIONAL_CODE
#endif
#ifndef CONDITIONAL_STEP
#ifdef __GNUC__ // a step has a stack frame of its own, which is gone when it returns
#define CONDITIONAL_STEP CONDITIONAL_CODE __attribute__((noinline))
#else
#define CONDITIONAL_STEP CONDITIONAL_CODE
#endif
#endif
#if defined(__clang__) || (defined(__GNUC__) && __GNUC__ >= 8) // others warn of a pragma that they do not know
#define CONDITIONAL_UNROLL_PRAGMA(text) _Pragma(#text)
#define CONDITIONAL_UNROLL(rounds) CONDITIONAL_UNROLL_PRAGMA(GCC unroll rounds)
#else
#define CONDITIONAL_UNROLL(rounds)
#endif

namespace conditional_detail {
namespace {

// c, f32[4]
CONDITIONAL_WEIGHTS constexpr float c[4] = {
    1.0f, 2.0f, 3.0f, 4.0f};

// Step 1, f32[4]
//   r: jit(f)/switch/branch_0/add
CONDITIONAL_STEP void branch_0_add(const float* __restrict a, const float* __restrict b,
        float* __restrict out) noexcept {
    CONDITIONAL_UNROLL(1)
    for (int32_t i = 0; i < 4; ++i) {
        out[i] = a[i] + b[i];
    }
}

// Step 2, f32[4]
//   r: jit(f)/switch/branch_1/add
CONDITIONAL_STEP void branch_1_add(const float* __restrict a, float* __restrict out) noexcept {
    CONDITIONAL_UNROLL(1)
    for (int32_t i = 0; i < 4; ++i) {
        const float a_element = a[i];
        out[i] = a_element + a_element;
    }
}

// Step 3, f32[4]
//   n
CONDITIONAL_STEP void n(const float* __restrict b, float* __restrict out) noexcept {
    CONDITIONAL_UNROLL(1)
    for (int32_t i = 0; i < 4; ++i) {
        out[i] = -b[i];
    }
}

// Step 5, f32[4]
//   r: jit(f)/switch/branch_1/add
//   On entry out holds n.
CONDITIONAL_STEP void branch_1_add_2(float* __restrict out) noexcept {
    CONDITIONAL_UNROLL(1)
    for (int32_t i = 0; i < 4; ++i) {
        const float n_element = out[i];
        out[i] = n_element + n_element;
    }
}

int run(const int32_t* index_value, const float* a, const float* b, const uint8_t* enabled, float* out0,
        float* out1) noexcept {
    // switched: jit(f)/switch
    switch (index_value[0]) {
        case 0: {
            branch_0_add(a, b, out0);
            break;
        }
        case 1: {
            branch_1_add(a, out0);
            break;
        }
        default: {
            memcpy(out0, c, 16);
            break;
        }
    }
    n(b, out1);
    // chosen: jit(f)/cond
    if (enabled[0] != 0) {
        branch_1_add_2(out1);
    }
    return CONDITIONAL_OK;
}

} // namespace
} // namespace conditional_detail

int conditional_run(const int32_t* index_value, const float* a, const float* b,
        const uint8_t* enabled, float* out0, float* out1) noexcept {
    return conditional_detail::run(index_value, a, b, enabled, out0, out1);
}

int conditional_run_in(conditional_context* context, const int32_t* index_value,
        const float* a, const float* b, const uint8_t* enabled, float* out0, float* out1) noexcept {
    static_cast<void>(context);
    return conditional_detail::run(index_value, a, b, enabled, out0, out1);
}
