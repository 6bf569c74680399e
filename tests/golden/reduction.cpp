// reduction.cpp: written by hlo2cpp 0.2.0 from module reduction (sha256 19d3694d959d). Do not edit: run again
//
//     hlo2cpp compile reduction.hlo
//
// 2 steps, 48 bytes of arena, all of them in use at once; no other order of these steps needs less.
// What lives in it while each step runs:
//
//     0   pooled    [pooled........................................................]
//     1   columns   [pooled........................................................]
#include "reduction.h"

#include <stdint.h>

#if !defined(__GNUC__) && !defined(_MSC_VER) && !defined(__restrict) // a word that others may not know
#define __restrict
#endif
#ifndef __GNUC__ // what only GCC, Clang and their like have built in
#include <math.h>
#include <string.h>
#define __builtin_memcpy memcpy
#define __builtin_inff() INFINITY
#endif

#if REDUCTION_HASH != 0xbe0c697cu || REDUCTION_ARENA_BYTES != 48 || \
    REDUCTION_ARENA_ALIGNMENT != 4 || REDUCTION_WEIGHTS_BYTES != 0
#error "reduction.h and reduction.cpp are of different runs of hlo2cpp: take both from one"
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

#ifndef REDUCTION_ARENA // where the arena is, e.g. __attribute__((section(".bss.dtcm")))
#define REDUCTION_ARENA
#endif
#ifndef REDUCTION_CODE // where steps are, e.g. __attribute__((section(".itcm")))
#define REDUCTION_CODE
#endif
#ifndef REDUCTION_STEP
#ifdef __GNUC__ // a step has a stack frame of its own, which is gone when it returns
#define REDUCTION_STEP REDUCTION_CODE __attribute__((noinline))
#else
#define REDUCTION_STEP REDUCTION_CODE
#endif
#endif
#if defined(__clang__) || (defined(__GNUC__) && __GNUC__ >= 8) // others warn of a pragma that they do not know
#define REDUCTION_UNROLL_PRAGMA(text) _Pragma(#text)
#define REDUCTION_UNROLL(rounds) REDUCTION_UNROLL_PRAGMA(GCC unroll rounds)
#else
#define REDUCTION_UNROLL(rounds)
#endif
#ifdef __GNUC__
#define REDUCTION_MAY_ALIAS __attribute__((may_alias))
#else
#define REDUCTION_MAY_ALIAS
#endif

namespace reduction_detail {
namespace {

// Elements in the arena, whose bytes other steps use as other types.
typedef float REDUCTION_MAY_ALIAS f32_mem;

// The larger of two loop bounds.
static inline int32_t later_s32(int32_t a, int32_t b) noexcept {
    return a > b ? a : b;
}

// The smaller of two loop bounds.
static inline int32_t earlier_s32(int32_t a, int32_t b) noexcept {
    return a < b ? a : b;
}

// The bits of a float.
static inline uint32_t bits_from_f32(float x) noexcept {
    uint32_t bits;
    __builtin_memcpy(&bits, &x, sizeof bits);
    return bits;
}

// The float that has these bits.
static inline float f32_from_bits(uint32_t bits) noexcept {
    float x;
    __builtin_memcpy(&x, &bits, sizeof x);
    return x;
}

// The larger; a NaN wins, and +0 is above -0.
static inline float maximum_f32(float a, float b) noexcept {
    const float larger = a > b ? a : b; // b where either is NaN
    const float same = f32_from_bits(bits_from_f32(a) & bits_from_f32(b)); // of zeros: -0 only if both are
    const float number = a == b ? same : larger;
    return a != a ? a : number;
}

// Step 0, f32[3,4]
//   pooled
REDUCTION_STEP void pooled(const float* __restrict x, f32_mem* __restrict out) noexcept {
    REDUCTION_UNROLL(1)
    for (int32_t i0 = 0; i0 < 3; ++i0) {
        const int32_t begin = later_s32(0, 1 - i0 * 2);
        const int32_t end = earlier_s32(3, (3 - i0) * 2);
        REDUCTION_UNROLL(1)
        for (int32_t i1 = 0; i1 < 4; ++i1) {
            float acc = -__builtin_inff();
            const int32_t begin_2 = later_s32(0, 1 - i1 * 2);
            const int32_t end_2 = earlier_s32(3, (4 - i1) * 2);
            REDUCTION_UNROLL(1)
            for (int32_t k0 = begin; k0 < end; ++k0) {
                REDUCTION_UNROLL(1)
                for (int32_t k1 = begin_2; k1 < end_2; ++k1) {
                    acc = maximum_f32(acc, x[((i0 - 1) * 2 + k0 + 1) * 7 + i1 * 2 + k1 - 1]);
                }
            }
            out[i0 * 4 + i1] = acc;
        }
    }
}

// Step 1, f32[4]
//   columns
REDUCTION_STEP void columns(const f32_mem* __restrict b_pooled, float* __restrict out) noexcept {
    REDUCTION_UNROLL(1)
    for (int32_t i = 0; i < 4; ++i) {
        float acc = 0.0f;
        REDUCTION_UNROLL(1)
        for (int32_t k = 0; k < 3; ++k) {
            acc += b_pooled[k * 4 + i];
        }
        out[i] = acc;
    }
}

int run(unsigned char* arena, const float* x, float* out) noexcept {
    f32_mem* const b_pooled = static_cast<f32_mem*>(static_cast<void*>(arena + 0));
    pooled(x, b_pooled);
    columns(b_pooled, out);
    return REDUCTION_OK;
}

// Whether the memory of a context is there.
int check(const reduction_context* context) noexcept {
    if (context == nullptr || context->arena == nullptr) return REDUCTION_NO_ARENA;
    if (reinterpret_cast<uintptr_t>(context->arena) % REDUCTION_ARENA_ALIGNMENT != 0) return REDUCTION_MISALIGNED;
    return REDUCTION_OK;
}

} // namespace
} // namespace reduction_detail

#ifndef REDUCTION_NO_OWN_ARENA
int reduction_run(const float* x, float* out) noexcept {
    alignas(REDUCTION_ARENA_ALIGNMENT) REDUCTION_ARENA static unsigned char static_arena[REDUCTION_ARENA_BYTES];
    return reduction_detail::run(static_arena, x, out);
}
#endif

int reduction_run_in(reduction_context* context, const float* x, float* out) noexcept {
    const int status = reduction_detail::check(context);
    if (status != REDUCTION_OK) return status;
    return reduction_detail::run(static_cast<unsigned char*>(context->arena), x, out);
}
