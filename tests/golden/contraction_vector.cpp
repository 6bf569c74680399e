// contraction_vector.cpp: written by hlo2cpp 0.1.0 from module contraction_vector (sha256 141365adba4e). Do not edit: run again
//
//     hlo2cpp compile contraction_vector.hlo --target x86-64-v3
//
// 1 step, 0 bytes of arena; order: proved
#include "contraction_vector.h"

#include <stdint.h>

#if !defined(__GNUC__) && !defined(_MSC_VER) // a word that others may not know
#define __restrict
#endif

#if CONTRACTION_VECTOR_HASH != 0xd05c3e2au || CONTRACTION_VECTOR_ARENA_BYTES != 0 || \
    CONTRACTION_VECTOR_ARENA_ALIGNMENT != 32 || CONTRACTION_VECTOR_WEIGHTS_BYTES != 56
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
#if defined(__clang__) && __clang_major__ >= 13 // has no macro for -funsafe-math-optimizations
#pragma clang fp reassociate(off)
#endif

#ifndef CONTRACTION_VECTOR_WEIGHTS // where constants are, e.g. __attribute__((section(".qspi")))
#define CONTRACTION_VECTOR_WEIGHTS
#endif
#if defined(__GNUC__) && !defined(__clang__) // at -O2 as at -O3 loops of any length become vectors
#define CONTRACTION_VECTOR_STEP __attribute__((noinline, optimize("vect-cost-model=dynamic")))
#elif defined(__GNUC__) // a step has a stack frame of its own, which is gone when it returns
#define CONTRACTION_VECTOR_STEP __attribute__((noinline))
#else
#define CONTRACTION_VECTOR_STEP
#endif
#ifdef __GNUC__
#define CONTRACTION_VECTOR_MAY_ALIAS __attribute__((may_alias))
#else
#define CONTRACTION_VECTOR_MAY_ALIAS
#endif

namespace contraction_vector_detail {
namespace {

// Elements in the arena, whose bytes other steps use as other types.
typedef float CONTRACTION_VECTOR_MAY_ALIAS f32_mem;

// Neighbouring elements as vectors.
typedef float f32x4 __attribute__((vector_size(16), aligned(4), may_alias));
static inline const f32x4* f32x4_at(const void* elements) {
    return static_cast<const f32x4*>(elements);
}
static inline f32x4* f32x4_to(void* elements) {
    return static_cast<f32x4*>(elements);
}

// weights, f32[2,7]: weights of relu; packed as [1][2][4] and [1][2][3] (blocks, sum, lanes)
CONTRACTION_VECTOR_WEIGHTS constexpr float relu_weights[14] = {
    1.0f, 2.0f, 3.0f, 4.0f, 8.0f, 9.0f, 10.0f, 11.0f, 5.0f, 6.0f, 7.0f, 12.0f, 13.0f, 14.0f};

// Step 0, f32[8,7], here [0, 8) x [0, 4)
//   dot, relu, zeros
CONTRACTION_VECTOR_STEP void relu(const float* __restrict x, float* __restrict out) noexcept {
    f32x4 acc[8]; // 8 points of dimension 0
    #pragma GCC unroll 8
    for (int32_t r = 0; r < 8; ++r) {
        acc[r] = f32x4{};
    }
    #pragma GCC unroll 2
    for (int32_t k = 0; k < 2; ++k) {
        #pragma GCC unroll 8
        for (int32_t r = 0; r < 8; ++r) {
            acc[r] += x[r * 2 + k] * f32x4_at(relu_weights + k * 4)[0];
        }
    }
    #pragma GCC unroll 8
    for (int32_t r = 0; r < 8; ++r) {
        f32x4_to(out + r * 7)[0] = acc[r] <= 0.0f ? 0.0f : acc[r];
    }
}

// relu goes on: [0, 8) x [4, 7)
CONTRACTION_VECTOR_STEP void relu_part2(const float* __restrict x, float* __restrict out) noexcept {
    for (int32_t i0 = 0; i0 < 8; i0 += 4) {
        float acc[4][3]; // 4 points of dimension 0 x 3 points of dimension 1
        #pragma GCC unroll 4
        for (int32_t r = 0; r < 4; ++r) {
            #pragma GCC unroll 3
            for (int32_t v = 0; v < 3; ++v) {
                acc[r][v] = 0.0f;
            }
        }
        const f32_mem* const x_tile = x + i0 * 2;
        #pragma GCC unroll 2
        for (int32_t k = 0; k < 2; ++k) {
            #pragma GCC unroll 4
            for (int32_t r = 0; r < 4; ++r) {
                #pragma GCC unroll 3
                for (int32_t v = 0; v < 3; ++v) {
                    acc[r][v] += x_tile[r * 2 + k] * relu_weights[k * 3 + 8 + v];
                }
            }
        }
        #pragma GCC unroll 4
        for (int32_t r = 0; r < 4; ++r) {
            #pragma GCC unroll 3
            for (int32_t v = 0; v < 3; ++v) {
                out[(i0 + r + 1) * 7 + v - 3] = acc[r][v] <= 0.0f ? 0.0f : acc[r][v];
            }
        }
    }
}

int run(const float* x, float* out) noexcept {
    relu(x, out);
    relu_part2(x, out);
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
