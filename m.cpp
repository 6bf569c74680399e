// m.cpp: written by hlo2cpp 0.2.0 from module jit_long_sums (sha256 6b1a5497473a). Do not edit: run again
//
//     hlo2cpp compile long_sums.hlo --name m --target x86-64-v2
//
// 9 steps, 160 bytes of arena, all of them in use at once; no other order of these steps needs less.
// What lives in it while each step runs:
//
//     0   reduce_sum_29   
//     1   reduce_max_7    
//     2   add_14          [add_14........................................................]
//     3   dot_general_5   [add_14........................................................]
//     4   div_13          |
//     5   div_16          |
//     6   reduce_sum_31   
//     7   dot_general_3   
//     8   div_12          
#include "m.h"

#include <stdint.h>

#if !defined(__GNUC__) && !defined(_MSC_VER) // a word that others may not know
#define __restrict
#endif
#ifndef __GNUC__ // what only GCC, Clang and their like have built in
#include <math.h>
#include <string.h>
#define __builtin_memcpy memcpy
#define __builtin_inff() INFINITY
#endif

#if M_HASH != 0x583b6b98u || M_ARENA_BYTES != 160 || \
    M_ARENA_ALIGNMENT != 16 || M_WEIGHTS_BYTES != 6144
#error "m.h and m.cpp are of different runs of hlo2cpp: take both from one"
#endif
#if !defined(__SSE4_2__)
#error "this file was made for the target x86-64-v2: compile it with -march=x86-64-v2"
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
static_assert(sizeof(double) == 8 && sizeof(1.0) == 8, "double and its literals must have 64 bits: compile this file "
                                                       "without -fsingle-precision-constant and -fshort-double");

#ifndef M_WEIGHTS // where constants are, e.g. __attribute__((section(".qspi")))
#define M_WEIGHTS
#endif
#ifndef M_ARENA // where the arena is, e.g. __attribute__((section(".bss.dtcm")))
#define M_ARENA
#endif
#if defined(__GNUC__) && !defined(__clang__) // loops of any length become vectors; no register keeps what the next round loads
#define M_STEP __attribute__((noinline, optimize("vect-cost-model=dynamic", "no-predictive-commoning")))
#elif defined(__GNUC__) // a step has a stack frame of its own, which is gone when it returns
#define M_STEP __attribute__((noinline))
#else
#define M_STEP
#endif
#ifdef __GNUC__
#define M_MAY_ALIAS __attribute__((may_alias))
#else
#define M_MAY_ALIAS
#endif

namespace m_detail {
namespace {

// Elements in the arena, whose bytes other steps use as other types.
typedef float M_MAY_ALIAS f32_mem;

// Neighbouring elements as vectors.
typedef uint32_t u32x4 __attribute__((vector_size(16), aligned(4), may_alias));
typedef float f32x4 __attribute__((vector_size(16), aligned(4), may_alias));
static inline const f32x4* f32x4_at(const void* elements) {
    return static_cast<const f32x4*>(elements);
}
static inline f32x4* f32x4_to(void* elements) {
    return static_cast<f32x4*>(elements);
}
typedef double f64x2 __attribute__((vector_size(16), aligned(8), may_alias));
static inline const f64x2* f64x2_at(const void* elements) {
    return static_cast<const f64x2*>(elements);
}
static inline f64x2* f64x2_to(void* elements) {
    return static_cast<f64x2*>(elements);
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

// exp_f32 of each lane.
static inline f32x4 exp_f32x4(f32x4 x) {
    u32x4 size = reinterpret_cast<u32x4>(x) & 0x7fffffffu;
    u32x4 sign = reinterpret_cast<u32x4>(x) & 0x80000000u;
    // Beyond 128 nothing changes; NaN (above 0x7f800000) stays.
    f32x4 c = reinterpret_cast<f32x4>((size - 0x43000000u <= 0x3c800000u ? 0x43000000u : size) | sign);
    // The low bits of t are k + 254.
    f32x4 t = c * 1.44269502f + 12583166.0f;
    f32x4 k = t - 12583166.0f;
    f32x4 r = c - k * 0.693145752f - k * 1.42860677e-06f;
    f32x4 q = 0.5f + r * (0.166665211f + r * (0.0416664109f + r * (0.00836872589f + r * 0.00139398838f)));
    f32x4 p = 1.0f + r * (1.0f + r * q);
    u32x4 n = reinterpret_cast<u32x4>(t);
    return p * reinterpret_cast<f32x4>(n >> 1 << 23) * reinterpret_cast<f32x4>((n - (n >> 1)) << 23);
}

// constant.24, f32[16,32]: weights of dot_general.3; packed as [1][16][32] (blocks, sum, lanes)
M_WEIGHTS constexpr float dot_general_3_weights[512] = {
    0.2890625f, 0.33203125f, 0.046875f, 0.47265625f, -0.26171875f, 0.1484375f, -0.43359375f, 0.0546875f,
    -0.09765625f, -0.234375f, 0.48828125f, -0.1015625f, -0.171875f, -0.375f, -0.38671875f, 0.484375f, 0.078125f,
    0.390625f, -0.484375f, 0.1015625f, -0.078125f, -0.125f, 0.20703125f, -0.4375f, -0.265625f, -0.25390625f,
    -0.05078125f, -0.16796875f, 0.2734375f, -0.02734375f, 0.28125f, -0.375f, 0.078125f, 0.20703125f,
    0.18359375f, -0.46484375f, -0.32421875f, 0.109375f, -0.23046875f, -0.046875f, 0.39453125f, 0.36328125f,
    -0.49609375f, 0.015625f, 0.4296875f, -0.1484375f, -0.02734375f, -0.12890625f, 0.3046875f, -0.05859375f,
    0.40625f, -0.30859375f, -0.0859375f, -0.08203125f, 0.1328125f, -0.0f, -0.24609375f, 0.35546875f,
    0.01171875f, -0.2734375f, 0.359375f, 0.48828125f, -0.47265625f, -0.30078125f, 0.0546875f, -0.125f,
    0.37109375f, -0.078125f, 0.00390625f, -0.01953125f, 0.3671875f, -0.0625f, 0.0859375f, -0.41796875f,
    0.2578125f, -0.421875f, -0.48046875f, 0.14453125f, -0.40625f, 0.18359375f, -0.16015625f, 0.35546875f,
    -0.421875f, -0.3125f, -0.01953125f, 0.30078125f, -0.4375f, 0.484375f, 0.08984375f, -0.09375f, 0.12890625f,
    0.453125f, -0.2890625f, -0.34375f, -0.1953125f, -0.44140625f, -0.2109375f, 0.015625f, -0.33203125f,
    0.453125f, 0.38671875f, -0.17578125f, 0.43359375f, -0.3671875f, -0.16796875f, 0.33203125f, 0.2421875f,
    -0.421875f, -0.32421875f, 0.05859375f, 0.34765625f, -0.015625f, 0.10546875f, -0.484375f, -0.2890625f,
    0.109375f, -0.37890625f, -0.390625f, -0.39453125f, 0.15234375f, 0.49609375f, 0.2109375f, -0.30859375f,
    0.19140625f, 0.0546875f, -0.40234375f, -0.234375f, -0.41796875f, -0.2734375f, -0.15625f, -0.11328125f,
    -0.453125f, -0.1953125f, -0.296875f, -0.33203125f, -0.33984375f, 0.20703125f, -0.03515625f, 0.0078125f,
    -0.40234375f, -0.25f, -0.4609375f, -0.35546875f, -0.203125f, -0.15234375f, 0.0234375f, 0.3203125f,
    -0.48828125f, -0.484375f, 0.09375f, -0.16796875f, 0.25390625f, -0.0390625f, -0.28515625f, 0.23046875f,
    -0.41796875f, -0.05078125f, 0.37109375f, 0.4375f, -0.28515625f, 0.09765625f, -0.07421875f, 0.28515625f,
    -0.3203125f, 0.22265625f, 0.0390625f, 0.32421875f, -0.1640625f, 0.2890625f, -0.25f, 0.328125f, 0.30078125f,
    -0.296875f, 0.07421875f, 0.453125f, 0.18359375f, -0.34765625f, -0.40234375f, -0.2734375f, 0.40625f,
    0.2578125f, 0.37109375f, 0.265625f, 0.01953125f, 0.3984375f, -0.16015625f, -0.23046875f, 0.11328125f,
    -0.04296875f, 0.1796875f, 0.41796875f, -0.33203125f, 0.08203125f, 0.0234375f, -0.28125f, 0.06640625f,
    0.421875f, 0.4296875f, 0.203125f, 0.03515625f, -0.421875f, -0.23828125f, -0.1484375f, -0.0703125f,
    -0.13671875f, -0.40625f, 0.1875f, 0.07421875f, -0.4296875f, 0.4453125f, 0.171875f, -0.2421875f, -0.1015625f,
    -0.1953125f, -0.3125f, 0.25f, -0.0234375f, -0.30859375f, 0.328125f, -0.46875f, 0.44140625f, -0.21484375f,
    0.41015625f, 0.1875f, -0.3125f, -0.44921875f, 0.13671875f, 0.40625f, 0.13671875f, 0.30078125f, -0.171875f,
    0.1328125f, 0.46484375f, -0.4921875f, 0.36328125f, -0.1015625f, 0.37109375f, 0.44921875f, 0.34765625f,
    -0.2578125f, -0.11328125f, -0.37890625f, 0.3046875f, -0.33203125f, -0.14453125f, -0.36328125f, 0.24609375f,
    -0.13671875f, -0.34375f, 0.078125f, -0.41015625f, 0.19921875f, -0.421875f, 0.36328125f, 0.19921875f,
    -0.4375f, 0.3828125f, -0.32421875f, 0.1015625f, 0.4609375f, -0.40234375f, -0.16796875f, 0.02734375f,
    -0.41796875f, -0.09765625f, -0.296875f, -0.0859375f, 0.1640625f, 0.41796875f, -0.34375f, 0.33984375f,
    0.21484375f, 0.0f, -0.37890625f, -0.38671875f, 0.44140625f, 0.10546875f, -0.1015625f, 0.1015625f,
    0.46484375f, 0.14453125f, 0.1328125f, -0.0703125f, -0.37890625f, 0.46484375f, 0.0625f, -0.0859375f,
    0.42578125f, 0.3515625f, 0.265625f, -0.4296875f, -0.046875f, -0.3125f, -0.0390625f, 0.421875f, 0.01953125f,
    0.19921875f, 0.11328125f, 0.2734375f, -0.46484375f, -0.296875f, -0.44921875f, 0.23828125f, -0.19140625f,
    0.09375f, 0.09765625f, -0.3515625f, 0.39453125f, -0.48828125f, -0.296875f, 0.2109375f, 0.01953125f,
    0.44140625f, -0.140625f, -0.42578125f, -0.1171875f, -0.2734375f, 0.37109375f, -0.328125f, 0.12109375f,
    -0.46875f, 0.21875f, 0.22265625f, 0.4453125f, 0.34765625f, 0.42578125f, -0.21875f, -0.375f, -0.390625f,
    0.37109375f, 0.4453125f, -0.20703125f, -0.01953125f, 0.390625f, 0.171875f, -0.15625f, -0.33203125f,
    -0.44921875f, 0.21875f, -0.08984375f, -0.4296875f, 0.37109375f, 0.07421875f, 0.10546875f, 0.328125f,
    0.18359375f, 0.18359375f, -0.25390625f, 0.01171875f, 0.0546875f, -0.19921875f, 0.34765625f, -0.1875f,
    0.09375f, -0.08984375f, -0.1328125f, 0.0390625f, 0.13671875f, -0.40234375f, -0.1171875f, -0.078125f,
    0.4921875f, -0.08203125f, 0.09765625f, -0.05859375f, 0.16796875f, -0.01953125f, -0.23046875f, 0.484375f,
    -0.2265625f, 0.02734375f, 0.06640625f, 0.15625f, 0.2734375f, 0.046875f, 0.37890625f, 0.22265625f, -0.3125f,
    -0.046875f, -0.2890625f, -0.19921875f, 0.10546875f, -0.47265625f, 0.22265625f, 0.23828125f, -0.30078125f,
    -0.109375f, 0.17578125f, 0.0625f, 0.26953125f, 0.25390625f, 0.40625f, -0.28125f, 0.2578125f, 0.28125f,
    -0.18359375f, -0.3828125f, -0.0546875f, -0.2734375f, 0.41796875f, 0.19140625f, 0.11328125f, -0.3203125f,
    -0.4375f, -0.4375f, 0.28125f, -0.3828125f, -0.453125f, 0.31640625f, -0.2890625f, 0.0234375f, -0.27734375f,
    0.2265625f, -0.07421875f, -0.1015625f, 0.25390625f, 0.1640625f, 0.26953125f, 0.0859375f, -0.0078125f,
    0.0859375f, 0.20703125f, -0.35546875f, -0.26953125f, -0.46875f, -0.2578125f, -0.1328125f, 0.5f, 0.4453125f,
    0.01953125f, 0.16015625f, 0.35546875f, 0.046875f, 0.33203125f, 0.46484375f, 0.22265625f, -0.3046875f,
    0.1953125f, -0.4765625f, 0.109375f, 0.26171875f, 0.41015625f, -0.234375f, 0.38671875f, -0.4140625f,
    0.20703125f, 0.2734375f, 0.41015625f, -0.37109375f, -0.5f, -0.078125f, -0.19921875f, 0.41015625f, 0.375f,
    -0.2578125f, -0.140625f, -0.34765625f, -0.3359375f, 0.2890625f, 0.30078125f, 0.39453125f, 0.26953125f,
    -0.125f, 0.23046875f, -0.1484375f, 0.3671875f, -0.42578125f, -0.3515625f, 0.24609375f, 0.0703125f,
    -0.42578125f, 0.03125f, -0.34375f, -0.2265625f, 0.40234375f, -0.1875f, 0.14453125f, 0.0390625f,
    -0.13671875f, -0.171875f, 0.1015625f, -0.453125f, 0.140625f, 0.10546875f, 0.1953125f, -0.3125f, 0.18359375f,
    -0.3046875f, 0.3046875f, 0.3125f, -0.22265625f, 0.11328125f, -0.359375f, 0.0390625f, 0.36328125f,
    -0.08203125f, 0.19921875f, -0.30859375f, 0.1953125f, 0.07421875f, 0.44140625f, 0.10546875f, -0.20703125f,
    -0.0078125f, -0.078125f, 0.20703125f, 0.15625f, 0.21875f, -0.390625f, 0.35546875f, 0.3515625f, 0.23046875f};
// constant.25, f32[32,32]: weights of div.12; packed as [1][32][32] (blocks, sum, lanes)
M_WEIGHTS constexpr float div_12_weights[1024] = {
    0.22265625f, -0.09765625f, -0.12109375f, -0.140625f, 0.14453125f, -0.140625f, 0.15234375f, 0.1171875f,
    -0.0390625f, -0.00390625f, 0.203125f, 0.14453125f, -0.171875f, 0.125f, -0.046875f, 0.24609375f,
    -0.14453125f, -0.04296875f, 0.22265625f, 0.0390625f, 0.1171875f, 0.05078125f, -0.1328125f, -0.22265625f,
    -0.203125f, -0.0703125f, -0.203125f, -0.1640625f, -0.0078125f, -0.07421875f, 0.03125f, -0.078125f,
    0.02734375f, 0.0703125f, 0.17578125f, -0.234375f, 0.125f, -0.0625f, -0.125f, -0.1953125f, 0.01953125f,
    0.1015625f, 0.25f, -0.09375f, 0.2421875f, 0.01171875f, 0.19921875f, -0.203125f, -0.22265625f, -0.03125f,
    -0.23828125f, -0.09765625f, -0.234375f, 0.16015625f, -0.2109375f, 0.02734375f, 0.234375f, -0.015625f,
    -0.09375f, 0.1796875f, 0.12109375f, -0.1796875f, -0.03515625f, -0.0703125f, 0.15234375f, -0.00390625f,
    -0.0390625f, -0.0390625f, 0.11328125f, 0.23828125f, 0.06640625f, -0.0390625f, 0.05859375f, 0.25f,
    0.19921875f, -0.203125f, -0.12890625f, 0.0234375f, -0.01171875f, -0.03515625f, -0.0859375f, 0.1640625f,
    0.01171875f, -0.2265625f, 0.03515625f, 0.2421875f, -0.0625f, -0.05859375f, 0.171875f, 0.046875f, 0.015625f,
    -0.15625f, 0.02734375f, -0.16796875f, 0.03515625f, 0.140625f, -0.2109375f, 0.1328125f, 0.16015625f,
    -0.2109375f, 0.1640625f, -0.22265625f, 0.21875f, -0.0859375f, -0.078125f, -0.06640625f, -0.109375f,
    -0.20703125f, 0.03515625f, -0.20703125f, -0.05078125f, -0.1796875f, 0.0625f, -0.12890625f, -0.20703125f,
    -0.2421875f, 0.15625f, -0.0859375f, 0.16015625f, 0.19921875f, -0.22265625f, -0.16796875f, -0.203125f,
    -0.1640625f, -0.125f, -0.1484375f, -0.16796875f, 0.16796875f, 0.19921875f, 0.15234375f, 0.1875f,
    0.01171875f, -0.18359375f, -0.1796875f, -0.0703125f, -0.22265625f, -0.0625f, -0.07421875f, -0.09765625f,
    -0.05859375f, 0.21484375f, -0.22265625f, 0.04296875f, 0.16015625f, 0.17578125f, -0.125f, -0.0546875f,
    0.14453125f, 0.171875f, -0.11328125f, 0.0078125f, -0.203125f, 0.20703125f, 0.11328125f, 0.16015625f,
    -0.12109375f, -0.25f, -0.125f, 0.03515625f, -0.05859375f, -0.17578125f, -0.046875f, -0.0f, -0.21875f,
    0.1875f, 0.16015625f, 0.12890625f, -0.15625f, 0.23046875f, -0.1875f, -0.03125f, 0.015625f, -0.14453125f,
    -0.078125f, 0.21484375f, 0.09765625f, -0.203125f, 0.19921875f, -0.109375f, -0.05078125f, 0.046875f,
    -0.23046875f, -0.23046875f, -0.16015625f, 0.0625f, -0.03125f, 0.0703125f, -0.125f, -0.0234375f,
    -0.21484375f, 0.19921875f, -0.0390625f, -0.0546875f, 0.1796875f, -0.20703125f, -0.0078125f, 0.1328125f,
    -0.08203125f, 0.2421875f, 0.23828125f, -0.0078125f, 0.1640625f, 0.0625f, -0.0625f, 0.03515625f,
    -0.23828125f, -0.03515625f, -0.0546875f, -0.234375f, -0.0234375f, 0.2109375f, 0.09375f, -0.20703125f,
    -0.0390625f, 0.06640625f, 0.0f, -0.25f, 0.19140625f, -0.01953125f, -0.06640625f, 0.234375f, 0.0859375f,
    0.1953125f, -0.1796875f, -0.09375f, -0.1875f, 0.0390625f, -0.19140625f, 0.11328125f, -0.01171875f,
    -0.18359375f, -0.21484375f, 0.13671875f, 0.046875f, -0.08203125f, -0.1015625f, 0.0234375f, -0.18359375f,
    0.0703125f, -0.0390625f, -0.12109375f, -0.0859375f, -0.19140625f, 0.1796875f, 0.140625f, -0.1640625f,
    0.0234375f, -0.20703125f, -0.05078125f, -0.20703125f, -0.15234375f, -0.234375f, 0.04296875f, 0.01171875f,
    0.1171875f, -0.13671875f, -0.04296875f, 0.0546875f, 0.05859375f, -0.12890625f, 0.0390625f, -0.0703125f,
    0.11328125f, 0.23046875f, 0.0703125f, 0.1875f, 0.109375f, 0.05859375f, -0.0625f, 0.09765625f, 0.21875f,
    -0.01953125f, -0.16015625f, 0.12109375f, 0.0234375f, -0.1875f, -0.04296875f, -0.14453125f, -0.12109375f,
    0.14453125f, -0.10546875f, -0.09375f, 0.11328125f, -0.08984375f, 0.109375f, -0.17578125f, -0.15625f,
    0.03125f, 0.08984375f, 0.03515625f, -0.24609375f, 0.0859375f, -0.03125f, 0.015625f, -0.0390625f,
    0.19140625f, 0.109375f, -0.2265625f, 0.17578125f, 0.13671875f, -0.0390625f, -0.02734375f, 0.16796875f,
    -0.046875f, -0.2421875f, -0.07421875f, 0.0234375f, 0.203125f, -0.015625f, -0.2265625f, 0.23828125f,
    0.04296875f, 0.21875f, -0.20703125f, 0.16796875f, -0.0234375f, -0.05078125f, 0.1796875f, -0.03125f,
    -0.2421875f, 0.1875f, -0.0234375f, 0.12109375f, -0.09375f, 0.23046875f, 0.140625f, 0.046875f, -0.0546875f,
    0.1640625f, -0.06640625f, -0.140625f, -0.21484375f, -0.04296875f, -0.09375f, -0.21484375f, 0.05078125f,
    0.11328125f, -0.19921875f, 0.140625f, -0.23046875f, 0.1484375f, 0.140625f, 0.19921875f, 0.2265625f,
    0.04296875f, 0.13671875f, 0.19140625f, 0.125f, -0.13671875f, 0.109375f, 0.07421875f, 0.234375f, -0.203125f,
    0.04296875f, 0.12890625f, -0.0625f, 0.11328125f, -0.23046875f, -0.1953125f, 0.05078125f, 0.08203125f,
    0.16796875f, -0.20703125f, -0.17578125f, -0.10546875f, 0.14453125f, -0.21484375f, 0.1484375f, 0.2265625f,
    0.21875f, 0.07421875f, 0.203125f, -0.03125f, 0.0625f, 0.09765625f, -0.01171875f, 0.19921875f, 0.03515625f,
    0.14453125f, -0.15234375f, -0.08984375f, 0.22265625f, 0.18359375f, -0.01171875f, -0.2109375f, 0.0078125f,
    0.08203125f, -0.0546875f, 0.07421875f, -0.2109375f, -0.2421875f, 0.21875f, 0.1328125f, -0.171875f,
    -0.171875f, -0.0546875f, 0.09375f, -0.1796875f, -0.23828125f, 0.20703125f, 0.21484375f, -0.078125f,
    -0.046875f, 0.0234375f, 0.24609375f, 0.20703125f, 0.015625f, -0.0625f, -0.1875f, -0.14453125f, -0.13671875f,
    0.12890625f, 0.140625f, 0.21484375f, 0.03125f, 0.2421875f, 0.0625f, -0.2421875f, 0.0703125f, -0.15234375f,
    0.171875f, -0.10546875f, 0.19921875f, 0.1328125f, 0.08203125f, -0.15234375f, -0.03125f, 0.24609375f,
    0.14453125f, 0.05078125f, -0.19921875f, 0.23828125f, 0.01953125f, 0.05859375f, -0.15234375f, -0.2265625f,
    -0.0703125f, 0.18359375f, -0.21875f, -0.21484375f, 0.1328125f, 0.00390625f, 0.15234375f, 0.0390625f,
    -0.05859375f, 0.12109375f, -0.078125f, 0.00390625f, 0.08203125f, 0.2421875f, 0.08984375f, 0.1796875f,
    0.0546875f, -0.09765625f, -0.11328125f, 0.09765625f, 0.046875f, -0.12109375f, 0.19921875f, -0.2109375f,
    -0.16015625f, -0.0703125f, 0.2421875f, -0.10546875f, 0.23046875f, 0.24609375f, 0.16796875f, -0.07421875f,
    -0.0078125f, -0.13671875f, -0.06640625f, -0.09375f, 0.03515625f, -0.2109375f, 0.19921875f, -0.18359375f,
    -0.05078125f, 0.078125f, 0.19140625f, -0.0546875f, 0.22265625f, -0.06640625f, 0.16015625f, 0.13671875f,
    0.171875f, 0.0234375f, -0.234375f, 0.16015625f, 0.203125f, -0.16796875f, 0.1875f, -0.046875f, 0.0703125f,
    0.0625f, 0.171875f, 0.16015625f, -0.01171875f, -0.03125f, -0.109375f, 0.078125f, 0.20703125f, 0.109375f,
    -0.01171875f, -0.046875f, -0.0078125f, 0.05859375f, -0.1484375f, -0.125f, -0.12109375f, -0.14453125f,
    0.140625f, 0.19921875f, -0.01953125f, -0.21484375f, -0.15234375f, 0.22265625f, -0.19921875f, 0.19921875f,
    -0.10546875f, -0.1015625f, -0.078125f, 0.125f, 0.1875f, 0.2109375f, -0.0859375f, -0.140625f, -0.0234375f,
    -0.25f, 0.109375f, -0.04296875f, 0.0859375f, 0.171875f, 0.08203125f, -0.21875f, -0.1171875f, -0.0546875f,
    0.1875f, -0.12109375f, 0.22265625f, -0.19921875f, -0.09375f, 0.1171875f, 0.109375f, 0.0546875f,
    -0.07421875f, 0.05859375f, 0.10546875f, -0.2421875f, -0.1328125f, 0.23828125f, -0.14453125f, -0.0546875f,
    0.05078125f, 0.125f, -0.0546875f, -0.13671875f, 0.08203125f, 0.23828125f, -0.015625f, 0.01171875f,
    0.2265625f, 0.03515625f, 0.05078125f, 0.2421875f, -0.0f, 0.23046875f, -0.1328125f, 0.2265625f, 0.01953125f,
    0.16015625f, 0.23046875f, -0.1640625f, 0.24609375f, 0.0859375f, -0.2109375f, -0.15234375f, -0.06640625f,
    0.19140625f, -0.11328125f, -0.0859375f, -0.11328125f, 0.2421875f, 0.0859375f, -0.1875f, -0.234375f,
    -0.12109375f, -0.0078125f, 0.203125f, 0.00390625f, -0.15234375f, 0.17578125f, 0.09375f, 0.0625f,
    -0.08203125f, -0.1484375f, -0.0859375f, 0.1875f, -0.1171875f, 0.09765625f, 0.04296875f, 0.06640625f,
    -0.19921875f, 0.2265625f, -0.20703125f, 0.23828125f, 0.2421875f, 0.22265625f, -0.0703125f, 0.21875f,
    0.09375f, 0.05078125f, 0.0390625f, -0.15625f, -0.1328125f, -0.2265625f, -0.11328125f, -0.25f, -0.2265625f,
    0.0703125f, -0.0234375f, -0.046875f, -0.08203125f, 0.23046875f, -0.12890625f, 0.046875f, 0.18359375f,
    0.125f, -0.1875f, -0.1796875f, -0.1640625f, -0.15234375f, 0.00390625f, 0.23828125f, 0.21484375f,
    0.03515625f, 0.1328125f, -0.15625f, -0.22265625f, 0.09375f, -0.15625f, -0.21484375f, 0.17578125f,
    0.03515625f, -0.0703125f, -0.06640625f, 0.15625f, -0.0703125f, 0.11328125f, 0.21484375f, -0.24609375f,
    0.078125f, -0.171875f, -0.2421875f, -0.0f, -0.10546875f, 0.1015625f, -0.1328125f, 0.078125f, -0.0625f,
    -0.01953125f, -0.16796875f, -0.04296875f, 0.05078125f, 0.01171875f, 0.1796875f, -0.19140625f, -0.1953125f,
    0.15625f, -0.24609375f, -0.19140625f, -0.203125f, -0.20703125f, -0.02734375f, -0.22265625f, -0.15625f,
    -0.03515625f, -0.015625f, 0.09375f, 0.24609375f, -0.14453125f, 0.1328125f, 0.23046875f, -0.23046875f,
    -0.14453125f, 0.09765625f, -0.02734375f, -0.07421875f, -0.1171875f, 0.14453125f, 0.171875f, -0.125f,
    0.14453125f, -0.19140625f, 0.015625f, 0.109375f, -0.234375f, 0.140625f, 0.015625f, 0.05078125f, -0.2109375f,
    0.203125f, 0.14453125f, 0.19921875f, -0.16796875f, 0.1484375f, -0.00390625f, 0.046875f, -0.23046875f,
    -0.1484375f, 0.078125f, 0.0234375f, -0.21484375f, 0.01953125f, -0.0625f, 0.0234375f, 0.23046875f,
    -0.12109375f, -0.03125f, 0.0703125f, 0.18359375f, 0.234375f, 0.109375f, -0.25f, 0.0f, 0.15625f,
    -0.16796875f, 0.0078125f, 0.10546875f, 0.14453125f, -0.07421875f, -0.234375f, -0.20703125f, -0.12109375f,
    -0.03515625f, -0.02734375f, 0.21875f, -0.125f, 0.2109375f, -0.18359375f, 0.125f, -0.0546875f, -0.109375f,
    -0.109375f, 0.05078125f, -0.19140625f, -0.16796875f, -0.125f, 0.03125f, -0.1953125f, 0.2109375f, -0.078125f,
    -0.06640625f, -0.16015625f, -0.03125f, 0.1875f, 0.15625f, -0.16015625f, -0.2265625f, 0.16796875f,
    0.04296875f, -0.0234375f, -0.19140625f, -0.07421875f, 0.0625f, -0.17578125f, 0.07421875f, -0.04296875f,
    -0.140625f, 0.11328125f, -0.03125f, 0.0859375f, -0.015625f, 0.0625f, 0.25f, -0.0546875f, -0.1171875f,
    0.23828125f, 0.05859375f, -0.140625f, 0.05859375f, -0.25f, 0.23046875f, 0.0546875f, 0.21484375f, 0.0859375f,
    -0.1328125f, -0.05859375f, 0.1328125f, -0.03515625f, -0.16796875f, -0.078125f, 0.2265625f, 0.109375f,
    0.0390625f, -0.09375f, -0.08203125f, -0.16796875f, 0.046875f, -0.109375f, -0.01171875f, -0.234375f,
    -0.11328125f, -0.0625f, -0.23046875f, -0.05859375f, -0.23828125f, 0.01953125f, 0.125f, 0.22265625f,
    -0.15625f, 0.125f, 0.2265625f, -0.12890625f, 0.16015625f, 0.0859375f, 0.04296875f, 0.2109375f, -0.0f,
    0.1796875f, 0.02734375f, -0.01171875f, 0.07421875f, 0.25f, 0.16796875f, -0.08984375f, -0.18359375f,
    -0.16015625f, 0.140625f, 0.11328125f, -0.1796875f, -0.16015625f, 0.11328125f, -0.04296875f, -0.05859375f,
    -0.16796875f, 0.109375f, -0.1640625f, 0.18359375f, 0.0859375f, 0.09765625f, -0.16015625f, 0.1484375f,
    0.06640625f, -0.2421875f, 0.0625f, -0.234375f, -0.140625f, 0.18359375f, -0.046875f, -0.11328125f, 0.203125f,
    0.10546875f, -0.08203125f, 0.13671875f, -0.046875f, 0.01953125f, 0.2265625f, -0.08984375f, -0.1875f,
    0.21875f, 0.19921875f, -0.15234375f, -0.16015625f, 0.18359375f, 0.2265625f, 0.140625f, -0.23046875f,
    -0.18359375f, -0.07421875f, -0.06640625f, 0.03125f, 0.1484375f, 0.1171875f, 0.19140625f, -0.0859375f,
    -0.07421875f, -0.0078125f, 0.234375f, -0.15625f, 0.02734375f, 0.01953125f, -0.04296875f, -0.171875f,
    0.23828125f, 0.15234375f, -0.078125f, -0.07421875f, -0.15625f, 0.01953125f, -0.2265625f, -0.1875f,
    -0.23046875f, 0.1328125f, 0.01953125f, 0.05859375f, -0.2421875f, 0.1328125f, 0.12890625f, -0.2421875f,
    -0.19140625f, -0.09765625f, 0.03515625f, 0.109375f, 0.1640625f, 0.02734375f, 0.2265625f, 0.10546875f,
    -0.01171875f, -0.06640625f, -0.10546875f, -0.23828125f, -0.05078125f, -0.07421875f, -0.21875f, -0.12109375f,
    -0.046875f, -0.046875f, -0.19140625f, -0.1953125f, 0.1484375f, -0.01171875f, -0.0078125f, -0.10546875f,
    0.234375f, -0.07421875f, -0.16015625f, 0.12890625f, 0.1875f, -0.171875f, 0.19921875f, -0.2265625f,
    -0.03515625f, -0.20703125f, 0.09375f, -0.15625f, 0.1015625f, -0.20703125f, -0.12109375f, -0.16796875f,
    0.0390625f, 0.0546875f, -0.25f, -0.0703125f, -0.06640625f, -0.09375f, -0.08984375f, 0.05859375f,
    0.05078125f, -0.1875f, -0.09765625f, 0.23046875f, -0.03125f, -0.08984375f, 0.12109375f, -0.046875f,
    0.05859375f, 0.00390625f, 0.21875f, -0.1953125f, -0.0546875f, -0.1953125f, 0.1484375f, -0.1796875f,
    -0.23046875f, 0.078125f, -0.03515625f, -0.21484375f, -0.1484375f, -0.125f, 0.24609375f, -0.1640625f,
    0.01953125f, -0.0625f, 0.09375f, -0.08984375f, 0.03125f, -0.21875f, 0.09765625f, 0.2265625f, 0.01171875f,
    0.05078125f, -0.23828125f, 0.0859375f, -0.2265625f, -0.19921875f, 0.1484375f, 0.23046875f, -0.07421875f,
    0.1875f, 0.08203125f, 0.1015625f, 0.1484375f, -0.16015625f, 0.0859375f, -0.203125f, -0.16015625f,
    0.1171875f, -0.19140625f, 0.2421875f, -0.140625f, -0.05078125f, 0.0078125f, -0.15625f, -0.125f, -0.078125f,
    -0.171875f, -0.15625f, 0.21875f, 0.08203125f, 0.17578125f, -0.09765625f, 0.15234375f, 0.19921875f, -0.0625f,
    -0.02734375f, -0.0234375f, 0.16796875f, 0.234375f, -0.1484375f, -0.125f, 0.1328125f, 0.0f, -0.125f,
    -0.19921875f};

// Step 0, f32[5]
//   reduce_sum.29, div.14, div.11, add.13, add.10
M_STEP void reduce_sum_29(const float* __restrict rows_1, float* __restrict out) noexcept {
    f32x4 acc[5]; // 5 points of dimension 0
    #pragma GCC unroll 5
    for (int32_t r = 0; r < 5; ++r) {
        acc[r] = f32x4{};
    }
    for (int32_t k = 0; k < 16; k += 4) {
        #pragma GCC unroll 5
        for (int32_t r = 0; r < 5; ++r) {
            const f32x4 add_13 = f32x4_at(rows_1 + r * 17 + k)[0] + 3.0f;
            acc[r] += 1.0f / add_13;
        }
    }
    // terms that no vector before has
    const f32x4 fresh = f32x4{0.0f, 0.0f, 0.0f, 1.0f};
    #pragma GCC unroll 5
    for (int32_t r = 0; r < 5; ++r) {
        const f32x4 add_13_2 = f32x4_at(rows_1 + r * 17 + 13)[0] + 3.0f;
        const f32x4 div_14 = 1.0f / add_13_2;
        acc[r] = acc[r] + (fresh != f32x4{} ? div_14 : f32x4{});
    }
    #pragma GCC unroll 5
    for (int32_t r = 0; r < 5; ++r) {
        float lanes[4];
        f32x4_to(lanes)[0] = acc[r];
        lanes[0] = lanes[0] + lanes[2];
        lanes[1] = lanes[1] + lanes[3];
        lanes[0] = lanes[0] + lanes[1];
        out[r] = lanes[0];
    }
}

// Step 1, f32[5], here [0, 3)
//   reduce_max.7
M_STEP void reduce_max_7(const float* __restrict rows_1, float* __restrict out) noexcept {
    f32x4 acc[3]; // 3 points of dimension 0
    #pragma GCC unroll 3
    for (int32_t r = 0; r < 3; ++r) {
        acc[r] = -__builtin_inff() - f32x4{};
    }
    f32x4 signs[3]; // of zeros
    #pragma GCC unroll 3
    for (int32_t r = 0; r < 3; ++r) {
        signs[r] = -__builtin_inff() - f32x4{};
    }
    f32x4 nans[3];
    #pragma GCC unroll 3
    for (int32_t r = 0; r < 3; ++r) {
        nans[r] = -__builtin_inff() - f32x4{};
    }
    for (int32_t k = 0; k < 16; k += 4) {
        #pragma GCC unroll 3
        for (int32_t r = 0; r < 3; ++r) {
            const f32x4 rows_1_2 = f32x4_at(rows_1 + r * 17 + k)[0];
            acc[r] = rows_1_2 > acc[r] ? rows_1_2 : acc[r];
            signs[r] = reinterpret_cast<f32x4>(reinterpret_cast<u32x4>(signs[r]) & reinterpret_cast<u32x4>(rows_1_2));
            nans[r] = rows_1_2 == rows_1_2 ? nans[r] : rows_1_2;
        }
    }
    #pragma GCC unroll 3
    for (int32_t r = 0; r < 3; ++r) {
        const f32x4 rows_1_3 = f32x4_at(rows_1 + r * 17 + 13)[0];
        acc[r] = rows_1_3 > acc[r] ? rows_1_3 : acc[r];
        signs[r] = reinterpret_cast<f32x4>(reinterpret_cast<u32x4>(signs[r]) & reinterpret_cast<u32x4>(rows_1_3));
        nans[r] = rows_1_3 == rows_1_3 ? nans[r] : rows_1_3;
    }
    #pragma GCC unroll 3
    for (int32_t r = 0; r < 3; ++r) {
        acc[r] = nans[r] == nans[r] ? (acc[r] == f32x4{} ? reinterpret_cast<f32x4>(reinterpret_cast<u32x4>(signs[r]) &
                reinterpret_cast<u32x4>(-0.0f - f32x4{})) : acc[r]) : nans[r];
    }
    #pragma GCC unroll 3
    for (int32_t r = 0; r < 3; ++r) {
        float lanes[4];
        f32x4_to(lanes)[0] = acc[r];
        lanes[0] = maximum_f32(lanes[0], lanes[2]);
        lanes[1] = maximum_f32(lanes[1], lanes[3]);
        lanes[0] = maximum_f32(lanes[0], lanes[1]);
        out[r] = lanes[0];
    }
}

// reduce_max_7 goes on: [3, 5)
M_STEP void reduce_max_7_part2(const float* __restrict rows_1, float* __restrict out) noexcept {
    f32x4 acc[2]; // 2 points of dimension 0
    #pragma GCC unroll 2
    for (int32_t r = 0; r < 2; ++r) {
        acc[r] = -__builtin_inff() - f32x4{};
    }
    f32x4 signs[2]; // of zeros
    #pragma GCC unroll 2
    for (int32_t r = 0; r < 2; ++r) {
        signs[r] = -__builtin_inff() - f32x4{};
    }
    f32x4 nans[2];
    #pragma GCC unroll 2
    for (int32_t r = 0; r < 2; ++r) {
        nans[r] = -__builtin_inff() - f32x4{};
    }
    for (int32_t k = 0; k < 16; k += 4) {
        #pragma GCC unroll 2
        for (int32_t r = 0; r < 2; ++r) {
            const f32x4 rows_1_2 = f32x4_at(rows_1 + (r + 3) * 17 + k)[0];
            acc[r] = rows_1_2 > acc[r] ? rows_1_2 : acc[r];
            signs[r] = reinterpret_cast<f32x4>(reinterpret_cast<u32x4>(signs[r]) & reinterpret_cast<u32x4>(rows_1_2));
            nans[r] = rows_1_2 == rows_1_2 ? nans[r] : rows_1_2;
        }
    }
    #pragma GCC unroll 2
    for (int32_t r = 0; r < 2; ++r) {
        const f32x4 rows_1_3 = f32x4_at(rows_1 + r * 17 + 64)[0];
        acc[r] = rows_1_3 > acc[r] ? rows_1_3 : acc[r];
        signs[r] = reinterpret_cast<f32x4>(reinterpret_cast<u32x4>(signs[r]) & reinterpret_cast<u32x4>(rows_1_3));
        nans[r] = rows_1_3 == rows_1_3 ? nans[r] : rows_1_3;
    }
    #pragma GCC unroll 2
    for (int32_t r = 0; r < 2; ++r) {
        acc[r] = nans[r] == nans[r] ? (acc[r] == f32x4{} ? reinterpret_cast<f32x4>(reinterpret_cast<u32x4>(signs[r]) &
                reinterpret_cast<u32x4>(-0.0f - f32x4{})) : acc[r]) : nans[r];
    }
    #pragma GCC unroll 2
    for (int32_t r = 0; r < 2; ++r) {
        float lanes[4];
        f32x4_to(lanes)[0] = acc[r];
        lanes[0] = maximum_f32(lanes[0], lanes[2]);
        lanes[1] = maximum_f32(lanes[1], lanes[3]);
        lanes[0] = maximum_f32(lanes[0], lanes[1]);
        out[r + 3] = lanes[0];
    }
}

// Step 2, f32[40]
//   add.14, add.9
M_STEP void add_14(const float* __restrict vector_1, f32_mem* __restrict out) noexcept {
    for (int32_t i0 = 0; i0 < 40; i0 += 20) {
        #pragma GCC unroll 5
        for (int32_t v = 0; v < 5; ++v) {
            f32x4_to(out + i0)[v] = f32x4_at(vector_1 + i0)[v] + 3.0f;
        }
    }
}

// Step 3, f32[7]
//   dot_general.5, div.15, div.10
M_STEP void dot_general_5(const float* __restrict matrix_1, const f32_mem* __restrict b_add_14,
        float* __restrict out) noexcept {
    f32x4 acc[7]; // 7 points of dimension 0
    #pragma GCC unroll 7
    for (int32_t r = 0; r < 7; ++r) {
        acc[r] = f32x4{};
    }
    for (int32_t k = 0; k < 40; k += 4) {
        #pragma GCC unroll 7
        for (int32_t r = 0; r < 7; ++r) {
            acc[r] += f32x4_at(matrix_1 + r * 40 + k)[0] * (1.0f / f32x4_at(b_add_14 + k)[0]);
        }
    }
    #pragma GCC unroll 7
    for (int32_t r = 0; r < 7; ++r) {
        float lanes[4];
        f32x4_to(lanes)[0] = acc[r];
        lanes[0] = lanes[0] + lanes[2];
        lanes[1] = lanes[1] + lanes[3];
        lanes[0] = lanes[0] + lanes[1];
        out[r] = lanes[0];
    }
}

// Step 4, f32[]
//   reduce_sum.28, div.13, mul.4, mul.3
M_STEP void div_13(const float* __restrict line_1, f32_mem* __restrict out) noexcept {
    f32x4 acc[4]; // 4 partial sums
    #pragma GCC unroll 4
    for (int32_t c = 0; c < 4; ++c) {
        acc[c] = f32x4{};
    }
    for (int32_t k = 0; k < 992; k += 16) {
        #pragma GCC unroll 4
        for (int32_t c = 0; c < 4; ++c) {
            const int32_t kc = k + c * 4;
            acc[c] += f32x4_at(line_1 + kc)[0] * f32x4_at(line_1 + kc)[0] * f32x4_at(line_1 + kc)[0];
        }
    }
    acc[0] += f32x4_at(line_1 + 992)[0] * f32x4_at(line_1 + 992)[0] * f32x4_at(line_1 + 992)[0];
    acc[1] += f32x4_at(line_1 + 996)[0] * f32x4_at(line_1 + 996)[0] * f32x4_at(line_1 + 996)[0];
    #pragma GCC unroll 2
    for (int32_t c = 0; c < 2; ++c) {
        acc[c] = acc[c] + acc[c + 2];
    }
    acc[0] = acc[0] + acc[1];
    float lanes[4];
    f32x4_to(lanes)[0] = acc[0];
    lanes[0] = lanes[0] + lanes[2];
    lanes[1] = lanes[1] + lanes[3];
    lanes[0] = lanes[0] + lanes[1];
    out[0] = lanes[0] / 1000.0f;
}

// Step 5, f32[]
//   reduce_sum.30, div.16, mul.5, sub.3, sub.2
M_STEP void div_16(const float* __restrict line_1, const f32_mem* __restrict b_div_13,
        float* __restrict out) noexcept {
    f32x4 acc[2]; // 2 partial sums
    #pragma GCC unroll 2
    for (int32_t c = 0; c < 2; ++c) {
        acc[c] = f32x4{};
    }
    const float div_13_element = b_div_13[0];
    for (int32_t block = 0; block < 7; ++block) {
        const int32_t begin = block * 16;
        const int32_t end = begin + 16;
        f32x4 partial[2]; // of the block
        #pragma GCC unroll 2
        for (int32_t c = 0; c < 2; ++c) {
            partial[c] = f32x4{};
        }
        for (int32_t step = begin; step < end; ++step) {
            const int32_t k_2 = step * 8;
            #pragma GCC unroll 2
            for (int32_t c = 0; c < 2; ++c) {
                const int32_t kc = k_2 + c * 4;
                partial[c] += (f32x4_at(line_1 + kc)[0] - div_13_element) * (f32x4_at(line_1 + kc)[0] - div_13_element);
            }
        }
        #pragma GCC unroll 2
        for (int32_t c = 0; c < 2; ++c) {
            acc[c] += partial[c];
        }
    }
    f32x4 partial_2[2]; // of the block
    #pragma GCC unroll 2
    for (int32_t c = 0; c < 2; ++c) {
        partial_2[c] = f32x4{};
    }
    for (int32_t step_2 = 112; step_2 < 125; ++step_2) {
        const int32_t k_3 = step_2 * 8;
        #pragma GCC unroll 2
        for (int32_t c = 0; c < 2; ++c) {
            const int32_t kc_2 = k_3 + c * 4;
            partial_2[c] += (f32x4_at(line_1 + kc_2)[0] - div_13_element) * (f32x4_at(line_1 + kc_2)[0] -
                    div_13_element);
        }
    }
    #pragma GCC unroll 2
    for (int32_t c = 0; c < 2; ++c) {
        acc[c] += partial_2[c];
    }
    acc[0] = acc[0] + acc[1];
    float lanes[4];
    f32x4_to(lanes)[0] = acc[0];
    lanes[0] = lanes[0] + lanes[2];
    lanes[1] = lanes[1] + lanes[3];
    lanes[0] = lanes[0] + lanes[1];
    out[0] = lanes[0] / 1000.0f;
}

// Step 6, f64[3]
//   reduce_sum.31, div.17, div.9, add.15, add.8
M_STEP void reduce_sum_31(const double* __restrict wide_1, double* __restrict out) noexcept {
    f64x2 acc[2][3]; // 2 partial sums x 3 points of dimension 0
    #pragma GCC unroll 2
    for (int32_t c = 0; c < 2; ++c) {
        #pragma GCC unroll 3
        for (int32_t r = 0; r < 3; ++r) {
            acc[c][r] = f64x2{};
        }
    }
    for (int32_t k = 0; k < 20; k += 4) {
        #pragma GCC unroll 2
        for (int32_t c = 0; c < 2; ++c) {
            const int32_t kc = k + c * 2;
            #pragma GCC unroll 3
            for (int32_t r = 0; r < 3; ++r) {
                const f64x2 add_15 = f64x2_at(wide_1 + r * 23 + kc)[0] + 3.0;
                acc[c][r] += 1.0 / add_15;
            }
        }
    }
    #pragma GCC unroll 3
    for (int32_t r = 0; r < 3; ++r) {
        const f64x2 add_15_2 = f64x2_at(wide_1 + r * 23 + 20)[0] + 3.0;
        acc[0][r] += 1.0 / add_15_2;
    }
    // terms that no vector before has
    const f64x2 fresh = f64x2{0.0, 1.0};
    #pragma GCC unroll 3
    for (int32_t r = 0; r < 3; ++r) {
        const f64x2 add_15_3 = f64x2_at(wide_1 + r * 23 + 21)[0] + 3.0;
        const f64x2 div_17 = 1.0 / add_15_3;
        acc[1][r] = acc[1][r] + (fresh != f64x2{} ? div_17 : f64x2{});
    }
    #pragma GCC unroll 3
    for (int32_t r = 0; r < 3; ++r) {
        acc[0][r] = acc[0][r] + acc[1][r];
    }
    #pragma GCC unroll 3
    for (int32_t r = 0; r < 3; ++r) {
        double lanes[2];
        f64x2_to(lanes)[0] = acc[0][r];
        lanes[0] = lanes[0] + lanes[1];
        out[r] = lanes[0];
    }
}

// Step 7, f32[32]
//   dot_general.3
M_STEP void dot_general_3(const float* __restrict x_1, float* __restrict out) noexcept {
    f32x4 acc[8]; // 8 vectors of dimension 0
    #pragma GCC unroll 8
    for (int32_t v = 0; v < 8; ++v) {
        acc[v] = f32x4{};
    }
    for (int32_t k = 0; k < 16; ++k) {
        const float x_1_element = x_1[k];
        #pragma GCC unroll 8
        for (int32_t v = 0; v < 8; ++v) {
            acc[v] += x_1_element * f32x4_at(dot_general_3_weights + k * 32)[v];
        }
    }
    #pragma GCC unroll 8
    for (int32_t v = 0; v < 8; ++v) {
        f32x4_to(out)[v] = acc[v];
    }
}

// Step 8, f32[32]
//   dot_general.4, div.12, broadcast.1, add.12, exp.1, neg.1, add.11, slice.1
//   On entry out holds dot_general_3.
M_STEP void div_12(const float* __restrict vector_1, float* __restrict out) noexcept {
    f32x4 acc[8]; // 8 vectors of dimension 0
    #pragma GCC unroll 8
    for (int32_t v = 0; v < 8; ++v) {
        acc[v] = f32x4{};
    }
    for (int32_t k = 0; k < 32; ++k) {
        const float vector_1_element = vector_1[k];
        #pragma GCC unroll 8
        for (int32_t v = 0; v < 8; ++v) {
            acc[v] += vector_1_element * f32x4_at(div_12_weights + k * 32)[v];
        }
    }
    #pragma GCC unroll 8
    for (int32_t v = 0; v < 8; ++v) {
        const f32x4 add_11 = f32x4_at(out)[v] + acc[v];
        const f32x4 neg_1 = -add_11;
        const f32x4 add_12 = exp_f32x4(neg_1) + 1.0f;
        f32x4_to(out)[v] = 1.0f / add_12;
    }
}

int run(unsigned char* arena, const float* rows_1, const float* matrix_1, const float* vector_1,
        const float* line_1, const double* wide_1, const float* x_1, float* out0, float* out1, float* out2,
        float* out3, double* out4, float* out5) noexcept {
    f32_mem* const b_add_14 = static_cast<f32_mem*>(static_cast<void*>(arena + 0));
    f32_mem* const b_div_13 = static_cast<f32_mem*>(static_cast<void*>(arena + 0));
    reduce_sum_29(rows_1, out0);
    reduce_max_7(rows_1, out1);
    reduce_max_7_part2(rows_1, out1);
    add_14(vector_1, b_add_14);
    dot_general_5(matrix_1, b_add_14, out2);
    div_13(line_1, b_div_13);
    div_16(line_1, b_div_13, out3);
    reduce_sum_31(wide_1, out4);
    dot_general_3(x_1, out5);
    div_12(vector_1, out5);
    return M_OK;
}

// Whether the memory of a context is there.
int check(const m_context* context) noexcept {
    if (context == nullptr || context->arena == nullptr) return M_NO_ARENA;
    if (reinterpret_cast<uintptr_t>(context->arena) % M_ARENA_ALIGNMENT != 0) return M_MISALIGNED;
    return M_OK;
}

} // namespace
} // namespace m_detail

#ifndef M_NO_OWN_ARENA
int m_run(const float* rows_1, const float* matrix_1, const float* vector_1, const float* line_1,
        const double* wide_1, const float* x_1, float* out0, float* out1, float* out2, float* out3,
        double* out4, float* out5) noexcept {
    alignas(M_ARENA_ALIGNMENT) M_ARENA static unsigned char static_arena[M_ARENA_BYTES];
    return m_detail::run(static_arena, rows_1, matrix_1, vector_1, line_1, wide_1, x_1, out0, out1, out2, out3,
            out4, out5);
}
#endif

int m_run_in(m_context* context, const float* rows_1, const float* matrix_1, const float* vector_1,
        const float* line_1, const double* wide_1, const float* x_1, float* out0, float* out1,
        float* out2, float* out3, double* out4, float* out5) noexcept {
    const int status = m_detail::check(context);
    if (status != M_OK) return status;
    return m_detail::run(static_cast<unsigned char*>(context->arena), rows_1, matrix_1, vector_1, line_1, wide_1,
            x_1, out0, out1, out2, out3, out4, out5);
}
