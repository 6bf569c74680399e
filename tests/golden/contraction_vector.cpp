// contraction_vector.cpp: written by hlo2cpp 0.2.0 from module contraction_vector (sha256 141365adba4e). Do not edit: run again
//
//     hlo2cpp compile contraction_vector.hlo --target x86-64-v3
//
// 1 step, 0 bytes of arena
#include "contraction_vector.h"

#include <stdint.h>

#if !defined(__GNUC__) && !defined(_MSC_VER) && !defined(__restrict) // a word that others may not know
#define __restrict
#endif

#if CONTRACTION_VECTOR_HASH != 0x3f5e2584u || CONTRACTION_VECTOR_ARENA_BYTES != 0 || \
    CONTRACTION_VECTOR_ARENA_ALIGNMENT != 32 || CONTRACTION_VECTOR_WEIGHTS_BYTES != 64
#error "contraction_vector.h and contraction_vector.cpp are of different runs of hlo2cpp: take both from one"
#endif
#if !defined(__AVX2__) || !defined(__FMA__)
#error "this file was made for the target x86-64-v3: compile it with -march=x86-64-v3"
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
#if defined(__GNUC__) && __GNUC__ >= 6 && !defined(__clang__) // tuned for a Zen, it reads again what registers hold
#pragma GCC push_options
#pragma GCC target("tune=generic")
#endif

#ifndef CONTRACTION_VECTOR_WEIGHTS // where constants are, e.g. __attribute__((section(".qspi")))
#define CONTRACTION_VECTOR_WEIGHTS
#endif
#ifndef CONTRACTION_VECTOR_CODE // where steps are, e.g. __attribute__((section(".itcm")))
#define CONTRACTION_VECTOR_CODE
#endif
#ifndef CONTRACTION_VECTOR_STEP
#if defined(__GNUC__) && !defined(__clang__) // loops of any length become vectors; no register keeps what the next round loads
#define CONTRACTION_VECTOR_STEP CONTRACTION_VECTOR_CODE __attribute__((noinline, optimize("vect-cost-model=dynamic", "no-predictive-commoning")))
#elif defined(__GNUC__) // a step has a stack frame of its own, which is gone when it returns
#define CONTRACTION_VECTOR_STEP CONTRACTION_VECTOR_CODE __attribute__((noinline))
#else
#define CONTRACTION_VECTOR_STEP CONTRACTION_VECTOR_CODE
#endif
#endif
#if defined(__clang__) || (defined(__GNUC__) && __GNUC__ >= 8) // others warn of a pragma that they do not know
#define CONTRACTION_VECTOR_UNROLL_PRAGMA(text) _Pragma(#text)
#define CONTRACTION_VECTOR_UNROLL(rounds) CONTRACTION_VECTOR_UNROLL_PRAGMA(GCC unroll rounds)
#else
#define CONTRACTION_VECTOR_UNROLL(rounds)
#endif

namespace contraction_vector_detail {
namespace {

// Neighbouring elements as vectors.
typedef float f32x4 __attribute__((vector_size(16), aligned(4), may_alias));
static inline f32x4* f32x4_to(void* elements) noexcept {
    return static_cast<f32x4*>(elements);
}
typedef float f32x8 __attribute__((vector_size(32), aligned(4), may_alias));
static inline const f32x8* f32x8_at(const void* elements) noexcept {
    return static_cast<const f32x8*>(elements);
}
static inline f32x4 half_f32x8(f32x8 x, int32_t first) noexcept { // half of its lanes, from the first one on
    return f32x4{x[first], x[first + 1], x[first + 2], x[first + 3]};
}

// weights, f32[2,7]: weights of relu; packed as [1][2][8] (blocks, sum, lanes)
alignas(32) CONTRACTION_VECTOR_WEIGHTS constexpr float relu_weights[16] = {
    1.0f, 2.0f, 3.0f, 4.0f, 5.0f, 6.0f, 7.0f, 0.0f, 8.0f, 9.0f, 10.0f, 11.0f, 12.0f, 13.0f, 14.0f, 0.0f};

// Step 0, f32[8,7]
//   dot, relu, zeros
CONTRACTION_VECTOR_STEP void relu(const float* __restrict x, float* __restrict out) noexcept {
    f32x8 acc[8]; // 8 points of dimension 0
    CONTRACTION_VECTOR_UNROLL(8)
    for (int32_t r = 0; r < 8; ++r) {
        acc[r] = f32x8{};
    }
    CONTRACTION_VECTOR_UNROLL(2)
    for (int32_t k = 0; k < 2; ++k) {
        CONTRACTION_VECTOR_UNROLL(8)
        for (int32_t r = 0; r < 8; ++r) {
            acc[r] += x[r * 2 + k] * f32x8_at(relu_weights + k * 8)[0];
        }
    }
    CONTRACTION_VECTOR_UNROLL(8)
    for (int32_t r = 0; r < 8; ++r) {
        const f32x4 part = half_f32x8(acc[r], 0);
        f32x4_to(out + r * 7)[0] = part <= 0.0f ? 0.0f : part;
        const f32x4 part_2 = half_f32x8(acc[r], 3);
        f32x4_to(out + r * 7 + 3)[0] = part_2 <= 0.0f ? 0.0f : part_2;
    }
}

int run(const float* x, float* out) noexcept {
    relu(x, out);
    return CONTRACTION_VECTOR_OK;
}

} // namespace
} // namespace contraction_vector_detail

int contraction_vector_run(const float* x, float* out) noexcept {
    return contraction_vector_detail::run(x, out);
}

int contraction_vector_run_in(contraction_vector_context* context, const float* x,
        float* out) noexcept {
    static_cast<void>(context);
    return contraction_vector_detail::run(x, out);
}

#if defined(__GNUC__) && __GNUC__ >= 6 && !defined(__clang__)
#pragma GCC pop_options
#endif
