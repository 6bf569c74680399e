// contraction_scalar.cpp: written by hlo2cpp 0.2.0 from module contraction_scalar (sha256 d087872185d8). Do not edit: run again
//
//     hlo2cpp compile contraction_scalar.hlo
//
// 1 step, 0 bytes of arena
#include "contraction_scalar.h"

#include <stdint.h>

#if !defined(__GNUC__) && !defined(_MSC_VER) && !defined(__restrict) // a word that others may not know
#define __restrict
#endif

#if CONTRACTION_SCALAR_HASH != 0x5840324du || CONTRACTION_SCALAR_ARENA_BYTES != 0 || \
    CONTRACTION_SCALAR_ARENA_ALIGNMENT != 4 || CONTRACTION_SCALAR_WEIGHTS_BYTES != 64
#error "contraction_scalar.h and contraction_scalar.cpp are of different runs of hlo2cpp: take both from one"
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

#ifndef CONTRACTION_SCALAR_WEIGHTS // where constants are, e.g. __attribute__((section(".qspi")))
#define CONTRACTION_SCALAR_WEIGHTS
#endif
#ifndef CONTRACTION_SCALAR_CODE // where steps are, e.g. __attribute__((section(".itcm")))
#define CONTRACTION_SCALAR_CODE
#endif
#ifndef CONTRACTION_SCALAR_STEP
#ifdef __GNUC__ // a step has a stack frame of its own, which is gone when it returns
#define CONTRACTION_SCALAR_STEP CONTRACTION_SCALAR_CODE __attribute__((noinline))
#else
#define CONTRACTION_SCALAR_STEP CONTRACTION_SCALAR_CODE
#endif
#endif
#if defined(__clang__) || (defined(__GNUC__) && __GNUC__ >= 8) // others warn of a pragma that they do not know
#define CONTRACTION_SCALAR_UNROLL_PRAGMA(text) _Pragma(#text)
#define CONTRACTION_SCALAR_UNROLL(rounds) CONTRACTION_SCALAR_UNROLL_PRAGMA(GCC unroll rounds)
#else
#define CONTRACTION_SCALAR_UNROLL(rounds)
#endif

namespace contraction_scalar_detail {
namespace {

// bias, f32[4]: bias of dense
CONTRACTION_SCALAR_WEIGHTS constexpr float dense_bias[4] = {
    0.1f, 0.2f, 0.3f, 0.4f};
// weights, f32[3,4]: weights of dense; packed as [2][3][2] (blocks, sum, lanes)
CONTRACTION_SCALAR_WEIGHTS constexpr float dense_weights[12] = {
    1.0f, 2.0f, 5.0f, 6.0f, 9.0f, 10.0f, 3.0f, 4.0f, 7.0f, 8.0f, 11.0f, 12.0f};

// Step 0, f32[6,4]
//   dot, relu, sum, biases, zeros: jit(f)/dense, model.py:8
CONTRACTION_SCALAR_STEP void dense(const float* __restrict x, float* __restrict out) noexcept {
    for (int32_t i1 = 0; i1 < 4; i1 += 2) {
        float acc[6][2]; // 6 points of dimension 0 x 2 points of dimension 1
        CONTRACTION_SCALAR_UNROLL(6)
        for (int32_t r = 0; r < 6; ++r) {
            CONTRACTION_SCALAR_UNROLL(2)
            for (int32_t v = 0; v < 2; ++v) {
                acc[r][v] = dense_bias[i1 + v];
            }
        }
        const float* const weights_tile = dense_weights + i1 * 3;
        CONTRACTION_SCALAR_UNROLL(3)
        for (int32_t k = 0; k < 3; ++k) {
            CONTRACTION_SCALAR_UNROLL(6)
            for (int32_t r = 0; r < 6; ++r) {
                const float x_element = x[r * 3 + k];
                CONTRACTION_SCALAR_UNROLL(2)
                for (int32_t v = 0; v < 2; ++v) {
                    acc[r][v] += x_element * weights_tile[k * 2 + v];
                }
            }
        }
        CONTRACTION_SCALAR_UNROLL(6)
        for (int32_t r = 0; r < 6; ++r) {
            CONTRACTION_SCALAR_UNROLL(2)
            for (int32_t v = 0; v < 2; ++v) {
                out[r * 4 + i1 + v] = acc[r][v] <= 0.0f ? 0.0f : acc[r][v];
            }
        }
    }
}

int run(const float* x, float* out) noexcept {
    dense(x, out);
    return CONTRACTION_SCALAR_OK;
}

} // namespace
} // namespace contraction_scalar_detail

int contraction_scalar_run(const float* x, float* out) noexcept {
    return contraction_scalar_detail::run(x, out);
}

int contraction_scalar_run_in(contraction_scalar_context* context, const float* x,
        float* out) noexcept {
    static_cast<void>(context);
    return contraction_scalar_detail::run(x, out);
}
