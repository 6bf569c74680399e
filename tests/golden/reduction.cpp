// reduction.cpp: written by hlo2cpp 0.1.0 from module reduction (sha256 19d3694d959d). Do not edit: run again
//
//     hlo2cpp compile reduction.hlo
//
// 2 steps, 48 bytes of arena, as many as are alive at once; order: proved. What lives in it while each step runs:
//
//     0   pooled    [pooled........................................................]
//     1   columns   [pooled........................................................]
#include "reduction.h"

#include <stdint.h>

#ifndef REDUCTION_ARENA // where the arena is, e.g. __attribute__((section(".dtcm")))
#define REDUCTION_ARENA
#endif
#ifdef __GNUC__ // a step has a stack frame of its own, which is gone when it returns
#define REDUCTION_STEP __attribute__((noinline))
#else
#define REDUCTION_STEP
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
static inline int32_t later_s32(int32_t a, int32_t b) {
    return a > b ? a : b;
}

// The smaller of two loop bounds.
static inline int32_t earlier_s32(int32_t a, int32_t b) {
    return a < b ? a : b;
}

// The bits of a float.
static inline uint32_t bits_from_f32(float x) {
    uint32_t bits;
    __builtin_memcpy(&bits, &x, sizeof bits);
    return bits;
}

// The float that has these bits.
static inline float f32_from_bits(uint32_t bits) {
    float x;
    __builtin_memcpy(&x, &bits, sizeof x);
    return x;
}

// The larger; a NaN wins, and +0 is above -0.
static inline float maximum_f32(float a, float b) {
    const float larger = a > b ? a : b; // b where either is NaN
    const float same = f32_from_bits(bits_from_f32(a) & bits_from_f32(b)); // of zeros: -0 only if both are
    const float number = a == b ? same : larger;
    return a != a ? a : number;
}

// Step 0, f32[3,4]
//   pooled
REDUCTION_STEP void pooled(const float* __restrict x, f32_mem* __restrict out) noexcept {
    #pragma GCC unroll 1
    for (int32_t i0 = 0; i0 < 3; ++i0) {
        const int32_t begin = later_s32(0, 1 - i0 * 2);
        const int32_t end = earlier_s32(3, (3 - i0) * 2);
        #pragma GCC unroll 1
        for (int32_t i1 = 0; i1 < 4; ++i1) {
            float acc = -__builtin_inff();
            const int32_t begin_2 = later_s32(0, 1 - i1 * 2);
            const int32_t end_2 = earlier_s32(3, (4 - i1) * 2);
            #pragma GCC unroll 1
            for (int32_t k0 = begin; k0 < end; ++k0) {
                #pragma GCC unroll 1
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
REDUCTION_STEP void columns(const f32_mem* __restrict pooled, float* __restrict out) noexcept {
    #pragma GCC unroll 1
    for (int32_t i = 0; i < 4; ++i) {
        float acc = 0.0f;
        #pragma GCC unroll 1
        for (int32_t k = 0; k < 3; ++k) {
            acc += pooled[k * 4 + i];
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

alignas(REDUCTION_ARENA_ALIGNMENT) REDUCTION_ARENA unsigned char static_arena[REDUCTION_ARENA_BYTES];

} // namespace
} // namespace reduction_detail

int reduction_run(const float* x, float* out) noexcept {
    return reduction_detail::run(reduction_detail::static_arena, x, out);
}

int reduction_run_in(reduction_context* context, const float* x, float* out) noexcept {
    if (context == nullptr || context->arena == nullptr) return REDUCTION_NO_ARENA;
    return reduction_detail::run(static_cast<unsigned char*>(context->arena), x, out);
}
