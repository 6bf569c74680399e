// scatter.cpp: written by hlo2cpp 0.2.0 from module scatter (sha256 890d2e9195e0). Do not edit: run again
//
//     hlo2cpp compile scatter.hlo
//
// 1 step, 0 bytes of arena
#include "scatter.h"

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

#if SCATTER_HASH != 0x11e88f21u || SCATTER_ARENA_BYTES != 0 || \
    SCATTER_ARENA_ALIGNMENT != 4 || SCATTER_WEIGHTS_BYTES != 0
#error "scatter.h and scatter.cpp are of different runs of hlo2cpp: take both from one"
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

#ifndef SCATTER_CODE // where steps are, e.g. __attribute__((section(".itcm")))
#define SCATTER_CODE
#endif
#ifndef SCATTER_STEP
#ifdef __GNUC__ // a step has a stack frame of its own, which is gone when it returns
#define SCATTER_STEP SCATTER_CODE __attribute__((noinline))
#else
#define SCATTER_STEP SCATTER_CODE
#endif
#endif
#if defined(__clang__) || (defined(__GNUC__) && __GNUC__ >= 8) // others warn of a pragma that they do not know
#define SCATTER_UNROLL_PRAGMA(text) _Pragma(#text)
#define SCATTER_UNROLL(rounds) SCATTER_UNROLL_PRAGMA(GCC unroll rounds)
#else
#define SCATTER_UNROLL(rounds)
#endif

namespace scatter_detail {
namespace {

// The run-time index `value`, clamped to [low, high].
static inline int32_t clamp_index_s32(int32_t value, int32_t low, int32_t high) noexcept {
    return value < low ? low : value > high ? high : value;
}

// Step 0, f32[8,4]
//   changed, scaled
SCATTER_STEP void changed(const int32_t* __restrict rows, const float* __restrict changes,
        float* __restrict out) noexcept {
    SCATTER_UNROLL(1)
    for (int32_t i0 = 0; i0 < 3; ++i0) {
        const int32_t rows_element = rows[i0];
        const int32_t start = clamp_index_s32(rows_element, -1, 8);
        if (start >= 0 && start < 8) {
            SCATTER_UNROLL(1)
            for (int32_t i1 = 0; i1 < 4; ++i1) {
                const float changes_element = changes[i0 * 4 + i1];
                const float scaled = changes_element * changes_element;
                out[start * 4 + i1] = out[start * 4 + i1] + scaled;
            }
        }
    }
}

int run(const float* table, const int32_t* rows, const float* changes, float* out) noexcept {
    memcpy(out, table, 128);
    changed(rows, changes, out);
    return SCATTER_OK;
}

} // namespace
} // namespace scatter_detail

int scatter_run(const float* table, const int32_t* rows, const float* changes, float* out) noexcept {
    return scatter_detail::run(table, rows, changes, out);
}

int scatter_run_in(scatter_context* context, const float* table, const int32_t* rows,
        const float* changes, float* out) noexcept {
    static_cast<void>(context);
    return scatter_detail::run(table, rows, changes, out);
}
