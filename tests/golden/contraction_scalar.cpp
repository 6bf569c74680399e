// contraction_scalar.cpp: written by hlo2cpp 0.1.0 from module contraction_scalar (sha256 d087872185d8). Do not edit: run again
//
//     hlo2cpp compile contraction_scalar.hlo
//
// 1 step, 0 bytes of arena; order: proved
#include "contraction_scalar.h"

#include <stdint.h>

#ifndef CONTRACTION_SCALAR_WEIGHTS // where constants are, e.g. __attribute__((section(".qspi")))
#define CONTRACTION_SCALAR_WEIGHTS
#endif
#ifdef __GNUC__ // a step has a stack frame of its own, which is gone when it returns
#define CONTRACTION_SCALAR_STEP __attribute__((noinline))
#else
#define CONTRACTION_SCALAR_STEP
#endif

namespace contraction_scalar_detail {
namespace {

// bias, f32[4]
CONTRACTION_SCALAR_WEIGHTS constexpr float w0[4] = {
    0.1f, 0.2f, 0.3f, 0.4f};
// weights, f32[12]
CONTRACTION_SCALAR_WEIGHTS constexpr float w1[12] = {
    1.0f, 2.0f, 5.0f, 6.0f, 9.0f, 10.0f, 3.0f, 4.0f, 7.0f, 8.0f, 11.0f, 12.0f};

// Step 0, f32[6,4]
//   relu, sum, dot, biases, zeros: jit(f)/dense, model.py:8
CONTRACTION_SCALAR_STEP void relu(const float* __restrict x, float* __restrict out) noexcept {
    for (int32_t i1 = 0; i1 < 4; i1 += 2) {
        float acc[6][2]; // 6 points of dimension 0 x 2 points of dimension 1
        #pragma GCC unroll 6
        for (int32_t r = 0; r < 6; ++r) {
            #pragma GCC unroll 2
            for (int32_t v = 0; v < 2; ++v) {
                acc[r][v] = w0[i1 + v];
            }
        }
        const float* const w1_tile = w1 + i1 * 3;
        #pragma GCC unroll 3
        for (int32_t k = 0; k < 3; ++k) {
            #pragma GCC unroll 6
            for (int32_t r = 0; r < 6; ++r) {
                const float x_element = x[r * 3 + k];
                #pragma GCC unroll 2
                for (int32_t v = 0; v < 2; ++v) {
                    acc[r][v] += x_element * w1_tile[k * 2 + v];
                }
            }
        }
        #pragma GCC unroll 6
        for (int32_t r = 0; r < 6; ++r) {
            #pragma GCC unroll 2
            for (int32_t v = 0; v < 2; ++v) {
                out[r * 4 + i1 + v] = acc[r][v] <= 0.0f ? 0.0f : acc[r][v];
            }
        }
    }
}

int run(const float* x, float* out) noexcept {
    relu(x, out);
    return CONTRACTION_SCALAR_OK;
}

} // namespace
} // namespace contraction_scalar_detail

int contraction_scalar_run(const float* x, float* out) noexcept {
    return contraction_scalar_detail::run(x, out);
}

int contraction_scalar_run_in(contraction_scalar_context* context, const float* x, float* out) noexcept {
    static_cast<void>(context);
    return contraction_scalar_detail::run(x, out);
}
