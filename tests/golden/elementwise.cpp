// elementwise.cpp: written by hlo2cpp 0.2.0 from module elementwise (sha256 b9230326e827). Do not edit: run again
//
//     hlo2cpp compile elementwise.hlo
//
// 1 step, 0 bytes of arena
#include "elementwise.h"

#include <stdint.h>

#if !defined(__GNUC__) && !defined(_MSC_VER) && !defined(__restrict) // a word that others may not know
#define __restrict
#endif
#ifndef __GNUC__ // what only GCC, Clang and their like have built in
#include <string.h>
#define __builtin_memcpy memcpy
#endif

#if ELEMENTWISE_HASH != 0xd586dcbau || ELEMENTWISE_ARENA_BYTES != 0 || \
    ELEMENTWISE_ARENA_ALIGNMENT != 4 || ELEMENTWISE_WEIGHTS_BYTES != 12
#error "elementwise.h and elementwise.cpp are of different runs of hlo2cpp: take both from one"
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

#ifndef ELEMENTWISE_WEIGHTS // where constants are, e.g. __attribute__((section(".qspi")))
#define ELEMENTWISE_WEIGHTS
#endif
#ifndef ELEMENTWISE_CODE // where steps are, e.g. __attribute__((section(".itcm")))
#define ELEMENTWISE_CODE
#endif
#ifndef ELEMENTWISE_STEP
#ifdef __GNUC__ // a step has a stack frame of its own, which is gone when it returns
#define ELEMENTWISE_STEP ELEMENTWISE_CODE __attribute__((noinline))
#else
#define ELEMENTWISE_STEP ELEMENTWISE_CODE
#endif
#endif
#if defined(__clang__) || (defined(__GNUC__) && __GNUC__ >= 8) // others warn of a pragma that they do not know
#define ELEMENTWISE_UNROLL_PRAGMA(text) _Pragma(#text)
#define ELEMENTWISE_UNROLL(rounds) ELEMENTWISE_UNROLL_PRAGMA(GCC unroll rounds)
#else
#define ELEMENTWISE_UNROLL(rounds)
#endif

namespace elementwise_detail {
namespace {

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

// e^x, worst error 1.19 ULP (all arguments; x = -5.8655262), 0.91 with fused multiply-adds.
// x = k ln 2 + r, |r| <= ln 2 / 2; e^r = 1 + r (1 + r q(r)); 2^k is two factors, so that overflow and denormals come by
// themselves.
static inline float exp_f32(float x) noexcept {
    uint32_t size = bits_from_f32(x) & 0x7fffffffu;
    uint32_t sign = bits_from_f32(x) & 0x80000000u;
    // Beyond 128 nothing changes; NaN (above 0x7f800000) stays.
    float c = f32_from_bits((size - 0x43000000u <= 0x3c800000u ? 0x43000000u : size) | sign);
    // The low bits of t are k + 254.
    float t = c * 1.44269502f + 12583166.0f;
    float k = t - 12583166.0f;
    float r = (c - k * 0.693145752f) - k * 1.42860677e-06f;
    float q = 0.5f + r * (0.166665211f + r * (0.0416664109f + r * (0.00836872589f + r * 0.00139398838f)));
    float p = 1.0f + r * (1.0f + r * q);
    uint32_t n = bits_from_f32(t);
    return p * f32_from_bits((n >> 1) << 23) * f32_from_bits((n - (n >> 1)) << 23);
}

// scale, f32[3], jit(f)/scale: read by y
ELEMENTWISE_WEIGHTS constexpr float scale[3] = {
    0.5f, 1.0f, 2.0f};

// Step 0, f32[4,3]
//   grown, y, positive, scaled, wide, zeros: jit(f)/mul, model.py:4
ELEMENTWISE_STEP void y(const float* __restrict x, float* __restrict out) noexcept {
    ELEMENTWISE_UNROLL(1)
    for (int32_t i0 = 0; i0 < 4; ++i0) {
        ELEMENTWISE_UNROLL(1)
        for (int32_t i1 = 0; i1 < 3; ++i1) {
            const float scaled = x[i0 * 3 + i1] * scale[i1];
            const bool positive = scaled > 0.0f;
            const float grown = exp_f32(scaled);
            out[i0 * 3 + i1] = positive ? scaled : grown;
        }
    }
}

int run(const float* x, float* out) noexcept {
    y(x, out);
    return ELEMENTWISE_OK;
}

} // namespace
} // namespace elementwise_detail

int elementwise_run(const float* x, float* out) noexcept {
    return elementwise_detail::run(x, out);
}

int elementwise_run_in(elementwise_context* context, const float* x, float* out) noexcept {
    static_cast<void>(context);
    return elementwise_detail::run(x, out);
}
