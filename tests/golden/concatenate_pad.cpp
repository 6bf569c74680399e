// concatenate_pad.cpp: written by hlo2cpp 0.2.0 from module concatenate_pad (sha256 3951207f4c0a). Do not edit: run again
//
//     hlo2cpp compile concatenate_pad.hlo
//
// 2 steps, 0 bytes of arena
#include "concatenate_pad.h"

#include <stdint.h>

#if !defined(__GNUC__) && !defined(_MSC_VER) && !defined(__restrict) // a word that others may not know
#define __restrict
#endif

#if CONCATENATE_PAD_HASH != 0x8e34fda4u || CONCATENATE_PAD_ARENA_BYTES != 0 || \
    CONCATENATE_PAD_ARENA_ALIGNMENT != 4 || CONCATENATE_PAD_WEIGHTS_BYTES != 0
#error "concatenate_pad.h and concatenate_pad.cpp are of different runs of hlo2cpp: take both from one"
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

#ifndef CONCATENATE_PAD_CODE // where steps are, e.g. __attribute__((section(".itcm")))
#define CONCATENATE_PAD_CODE
#endif
#ifndef CONCATENATE_PAD_STEP
#ifdef __GNUC__ // a step has a stack frame of its own, which is gone when it returns
#define CONCATENATE_PAD_STEP CONCATENATE_PAD_CODE __attribute__((noinline))
#else
#define CONCATENATE_PAD_STEP CONCATENATE_PAD_CODE
#endif
#endif
#if defined(__clang__) || (defined(__GNUC__) && __GNUC__ >= 8) // others warn of a pragma that they do not know
#define CONCATENATE_PAD_UNROLL_PRAGMA(text) _Pragma(#text)
#define CONCATENATE_PAD_UNROLL(rounds) CONCATENATE_PAD_UNROLL_PRAGMA(GCC unroll rounds)
#else
#define CONCATENATE_PAD_UNROLL(rounds)
#endif

namespace concatenate_pad_detail {
namespace {

// Step 0, f32[2,5]
//   negative, both
CONCATENATE_PAD_STEP void both(const float* __restrict x, const float* __restrict w,
        float* __restrict out) noexcept {
    { // i1 < 3 of 5
        CONCATENATE_PAD_UNROLL(1)
        for (int32_t i0 = 0; i0 < 2; ++i0) {
            CONCATENATE_PAD_UNROLL(3)
            for (int32_t i1 = 0; i1 < 3; ++i1) {
                out[i0 * 5 + i1] = x[i0 * 3 + i1];
            }
        }
    }
    { // i1 >= 3 of 5
        CONCATENATE_PAD_UNROLL(1)
        for (int32_t i0 = 0; i0 < 2; ++i0) {
            CONCATENATE_PAD_UNROLL(2)
            for (int32_t i1 = 3; i1 < 5; ++i1) {
                out[i0 * 5 + i1] = -w[(i0 - 2) * 2 + i1 + 1];
            }
        }
    }
}

// Step 1, f32[4,6]
//   padded
CONCATENATE_PAD_STEP void padded(const float* __restrict b_both, float* __restrict out) noexcept {
    { // i0 = 0 of 4, i1 < 5 of 6
        CONCATENATE_PAD_UNROLL(1)
        for (int32_t i1 = 0; i1 < 5; ++i1) {
            out[i1] = 1.0f;
        }
    }
    { // i0 = 0 of 4, i1 = 5 of 6
        out[5] = 1.0f;
    }
    { // 1 <= i0 < 3 of 4, i1 < 5 of 6
        CONCATENATE_PAD_UNROLL(1)
        for (int32_t i0 = 1; i0 < 3; ++i0) {
            CONCATENATE_PAD_UNROLL(1)
            for (int32_t i1 = 0; i1 < 5; ++i1) {
                out[i0 * 6 + i1] = b_both[(i0 - 1) * 5 + i1];
            }
        }
    }
    { // 1 <= i0 < 3 of 4, i1 = 5 of 6
        CONCATENATE_PAD_UNROLL(1)
        for (int32_t i0 = 1; i0 < 3; ++i0) {
            out[i0 * 6 + 5] = 1.0f;
        }
    }
    { // i0 = 3 of 4, i1 < 5 of 6
        CONCATENATE_PAD_UNROLL(1)
        for (int32_t i1 = 0; i1 < 5; ++i1) {
            out[i1 + 18] = 1.0f;
        }
    }
    { // i0 = 3 of 4, i1 = 5 of 6
        out[23] = 1.0f;
    }
}

int run(const float* x, const float* w, float* out0, float* out1) noexcept {
    both(x, w, out0);
    padded(out0, out1);
    return CONCATENATE_PAD_OK;
}

} // namespace
} // namespace concatenate_pad_detail

int concatenate_pad_run(const float* x, const float* w, float* out0, float* out1) noexcept {
    return concatenate_pad_detail::run(x, w, out0, out1);
}

int concatenate_pad_run_in(concatenate_pad_context* context, const float* x,
        const float* w, float* out0, float* out1) noexcept {
    static_cast<void>(context);
    return concatenate_pad_detail::run(x, w, out0, out1);
}
