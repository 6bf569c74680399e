// loop.cpp: written by hlo2cpp 0.2.0 from module while (sha256 5fbf64e6a63b). Do not edit: run again
//
//     hlo2cpp compile while.hlo
//
// 4 steps, 0 bytes of arena
#include "loop.h"

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

#if LOOP_HASH != 0x584c2eaeu || LOOP_ARENA_BYTES != 0 || \
    LOOP_ARENA_ALIGNMENT != 4 || LOOP_WEIGHTS_BYTES != 0
#error "loop.h and loop.cpp are of different runs of hlo2cpp: take both from one"
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

#ifndef LOOP_CODE // where steps are, e.g. __attribute__((section(".itcm")))
#define LOOP_CODE
#endif
#ifndef LOOP_STEP
#ifdef __GNUC__ // a step has a stack frame of its own, which is gone when it returns
#define LOOP_STEP LOOP_CODE __attribute__((noinline))
#else
#define LOOP_STEP LOOP_CODE
#endif
#endif
#if defined(__clang__) || (defined(__GNUC__) && __GNUC__ >= 8) // others warn of a pragma that they do not know
#define LOOP_UNROLL_PRAGMA(text) _Pragma(#text)
#define LOOP_UNROLL(rounds) LOOP_UNROLL_PRAGMA(GCC unroll rounds)
#else
#define LOOP_UNROLL(rounds)
#endif

namespace loop_detail {
namespace {

// a + b, wrapping.
static inline int32_t add_s32(int32_t a, int32_t b) noexcept {
    return static_cast<int32_t>(static_cast<uint32_t>(a) + static_cast<uint32_t>(b));
}

// Step 3, f32[3]
//   twice
//   On entry out holds x.
LOOP_STEP void twice(float* __restrict out) noexcept {
    LOOP_UNROLL(1)
    for (int32_t i = 0; i < 3; ++i) {
        const float x_element = out[i];
        out[i] = x_element + x_element;
    }
}

int run(const float* x, int32_t* out0, float* out1) noexcept {
    out0[0] = 0;
    memcpy(out1, x, 12);
    // loop
    while (out1[0] < 100.0f) { // small, value, first
        out0[0] = add_s32(out0[0], 1); // next
        twice(out1);
    }
    return LOOP_OK;
}

} // namespace
} // namespace loop_detail

int loop_run(const float* x, int32_t* out0, float* out1) noexcept {
    return loop_detail::run(x, out0, out1);
}

int loop_run_in(loop_context* context, const float* x, int32_t* out0, float* out1) noexcept {
    static_cast<void>(context);
    return loop_detail::run(x, out0, out1);
}
