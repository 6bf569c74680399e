#pragma once

#include <stdint.h>

#include "bits.h"

// The value of f16 bits: its exponent is biased by 15, that of a float by 127; subnormals count units of 2^-24. One
// instruction where there is one.
static inline float f32_from_f16(uint16_t bits) noexcept {
    static_cast<void>(&bits_from_f32), static_cast<void>(&f32_from_bits); // no warning where there is an instruction
#if defined(__GNUC__) && defined(__arm__) && defined(__ARM_FP) && ((__ARM_FP & 2) || __ARM_ARCH_PROFILE == 'M')
    float x = f32_from_bits(bits);
    __asm("vcvtb.f32.f16 %0, %0" : "+t"(x));
    return x;
#elif defined(__GNUC__) && defined(__F16C__)
    typedef short halves __attribute__((vector_size(16)));
    return __builtin_ia32_vcvtph2ps(halves{static_cast<short>(bits)})[0];
#elif defined(__GNUC__) && defined(__aarch64__)
    __fp16 x;
    __builtin_memcpy(&x, &bits, sizeof x);
    return static_cast<float>(x);
#else
    const uint32_t size = bits & 0x7fffu;
    const uint32_t bias = size >= 0x7c00u ? 0x70000000u : 0x38000000u; // infinities, NaN: the last exponent
    const uint32_t normal = (size << 13) + bias;
    const uint32_t subnormal = bits_from_f32(static_cast<float>(static_cast<int32_t>(size)) * 5.9604644775390625e-8f);
    const uint32_t sign = static_cast<uint32_t>(bits & 0x8000) << 16;
    const uint32_t mask = 0u - static_cast<uint32_t>(size < 0x0400u); // no branch, so that loops stay vectors
    return f32_from_bits((subnormal & mask) | (normal & ~mask) | sign);
#endif
}

// The nearest number of f16, ties to even; a NaN stays one.
// Below 2^-14 the last place is 2^-24, that of floats in [0.5, 1): adding 0.5 rounds to it.
static inline float round_f16(float x) noexcept {
    static_cast<void>(&bits_from_f32), static_cast<void>(&f32_from_bits); // no warning where there is an instruction
#if defined(__GNUC__) && defined(__arm__) && defined(__ARM_FP) && ((__ARM_FP & 2) || __ARM_ARCH_PROFILE == 'M')
    __asm("vcvtb.f16.f32 %0, %0\n\tvcvtb.f32.f16 %0, %0" : "+t"(x));
    return x;
#elif defined(__GNUC__) && defined(__F16C__)
    typedef float floats __attribute__((vector_size(16)));
    return __builtin_ia32_vcvtph2ps(__builtin_ia32_vcvtps2ph(floats{x}, 0))[0];
#elif defined(__GNUC__) && defined(__aarch64__)
    __fp16 rounded = static_cast<__fp16>(x);
#if defined(__ARM_FEATURE_FP16_SCALAR_ARITHMETIC) && !defined(__clang__)
    __asm("" : "+w"(rounded)); // else GCC multiplies and adds numbers of f16 in one step, which rounds once
#endif
    return static_cast<float>(rounded);
#else
    const uint32_t bits = bits_from_f32(x);
    const uint32_t size = bits & 0x7fffffffu;
    const uint32_t rounded = (size + 0x0fffu + ((size >> 13) & 1u)) & 0xffffe000u;
    const uint32_t bounded = rounded < 0x47800000u ? rounded : 0x7f800000u; // 2^16 and above are infinite
    const uint32_t quiet = (size | 0x00400000u) & 0xffffe000u;
    const uint32_t large = size > 0x7f800000u ? quiet : bounded;
    const uint32_t small = bits_from_f32((f32_from_bits(size) + 0.5f) - 0.5f);
    const uint32_t mask = 0u - static_cast<uint32_t>(size < 0x38800000u); // no branch, so that loops stay vectors
    return f32_from_bits((small & mask) | (large & ~mask) | (bits & 0x80000000u));
#endif
}

// The bits of a number that f16 has.
static inline uint16_t f16_bits(float x) noexcept {
    static_cast<void>(&bits_from_f32), static_cast<void>(&f32_from_bits); // no warning where there is an instruction
#if defined(__GNUC__) && defined(__arm__) && defined(__ARM_FP) && ((__ARM_FP & 2) || __ARM_ARCH_PROFILE == 'M')
    __asm("vcvtb.f16.f32 %0, %0" : "+t"(x));
    return static_cast<uint16_t>(bits_from_f32(x));
#elif defined(__GNUC__) && defined(__F16C__)
    typedef float floats __attribute__((vector_size(16)));
    return static_cast<uint16_t>(__builtin_ia32_vcvtps2ph(floats{x}, 0)[0]);
#elif defined(__GNUC__) && defined(__aarch64__)
    const __fp16 number = static_cast<__fp16>(x);
    uint16_t bits;
    __builtin_memcpy(&bits, &number, sizeof bits);
    return bits;
#else
    const uint32_t bits = bits_from_f32(x);
    const uint32_t size = bits & 0x7fffffffu;
    const uint32_t bias = size >= 0x7f800000u ? 0x38000u : 0x1c000u;
    const uint32_t normal = (size >> 13) - bias;
    const uint32_t subnormal = bits_from_f32(f32_from_bits(size) + 0.5f) & 0x7fffffu; // units of 2^-24
    const uint32_t mask = 0u - static_cast<uint32_t>(size < 0x38800000u);
    return static_cast<uint16_t>((subnormal & mask) | (normal & ~mask) | (bits >> 16 & 0x8000u));
#endif
}

// The bits of the nearest number of f16.
static inline uint16_t f16_from_f32(float x) noexcept {
    return f16_bits(round_f16(x));
}
