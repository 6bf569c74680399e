// update.cpp: written by hlo2cpp 0.2.0 from module update (sha256 d8e3ca40f625). Do not edit: run again
//
//     hlo2cpp compile update.hlo
//
// 3 steps, 0 bytes of arena
#include "update.h"

#include <stdint.h>

#if !defined(__GNUC__) && !defined(_MSC_VER) && !defined(__restrict) // a word that others may not know
#define __restrict
#endif

#if UPDATE_HASH != 0x3cd8d992u || UPDATE_ARENA_BYTES != 0 || \
    UPDATE_ARENA_ALIGNMENT != 4 || UPDATE_WEIGHTS_BYTES != 0
#error "update.h and update.cpp are of different runs of hlo2cpp: take both from one"
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

#ifndef UPDATE_CODE // where steps are, e.g. __attribute__((section(".itcm")))
#define UPDATE_CODE
#endif
#ifndef UPDATE_STEP
#ifdef __GNUC__ // a step has a stack frame of its own, which is gone when it returns
#define UPDATE_STEP UPDATE_CODE __attribute__((noinline))
#else
#define UPDATE_STEP UPDATE_CODE
#endif
#endif
#if defined(__clang__) || (defined(__GNUC__) && __GNUC__ >= 8) // others warn of a pragma that they do not know
#define UPDATE_UNROLL_PRAGMA(text) _Pragma(#text)
#define UPDATE_UNROLL(rounds) UPDATE_UNROLL_PRAGMA(GCC unroll rounds)
#else
#define UPDATE_UNROLL(rounds)
#endif

namespace update_detail {
namespace {

// Step 0, f32[5,3]
//   empty
UPDATE_STEP void empty(float* __restrict out) noexcept {
    UPDATE_UNROLL(1)
    for (int32_t i = 0; i < 15; ++i) {
        out[i] = 0.0f;
    }
}

// Step 2, f32[5,3]
//   written, row, scaled, numbers, number
UPDATE_STEP void written(int32_t trip, const float* __restrict x, float* __restrict out) noexcept {
    const float number = static_cast<float>(trip);
    UPDATE_UNROLL(1)
    for (int32_t i = 0; i < 3; ++i) {
        out[trip * 3 + i] = x[i] * number;
    }
}

int run(const float* x, float* out) noexcept {
    empty(out);
    // loop
    for (int32_t trip = 0; trip < 5; ++trip) {
        written(trip, x, out);
    }
    return UPDATE_OK;
}

} // namespace
} // namespace update_detail

int update_run(const float* x, float* out) noexcept {
    return update_detail::run(x, out);
}

int update_run_in(update_context* context, const float* x, float* out) noexcept {
    static_cast<void>(context);
    return update_detail::run(x, out);
}
