// The arguments of the test programs: the same bytes on every machine, without floating-point arithmetic.
#pragma once

#include <stdint.h>

#include "program.h"

// A generator of its own for every argument (xorshift).
inline uint32_t next_random(uint32_t& state) {
    state ^= state << 13;
    state ^= state >> 17;
    state ^= state << 5;
    return state;
}

// The bits of number / 2^point, exact: `mantissa` bits below the leading one, exponents around `bias`.
inline uint64_t float_bits(int32_t number, int point, int mantissa, int bias, int width) {
    if (number == 0) return 0;
    const uint64_t size = static_cast<uint64_t>(number < 0 ? -number : number);
    int top = 0;
    while ((size >> top) > 1) ++top;
    const uint64_t fraction = (size << (mantissa - top)) - (uint64_t{1} << mantissa);
    const uint64_t sign = number < 0 ? uint64_t{1} << (width - 1) : 0;
    return sign | static_cast<uint64_t>(bias + top - point) << mantissa | fraction;
}

// The bits of an element: floats in [-2, 2), integers in [0, 64), pred 0 or 1.
inline uint64_t value_bits(Fill fill, uint32_t random) {
    const int32_t number = static_cast<int32_t>(random >> 20) - 2048; // [-2048, 2048)
    switch (fill) {
    case Fill::Integer: return random >> 26;
    case Fill::Pred: return random >> 31;
    case Fill::F32: return float_bits(number, 10, 23, 127, 32);
    case Fill::F64: return float_bits(number, 10, 52, 1023, 64);
    case Fill::F16: return float_bits(number / 2, 9, 10, 15, 16);
    case Fill::BF16: return float_bits(number / 16, 6, 7, 127, 16);
    }
    return 0;
}

// Where byte `b` of an element lies, counted from the least: at the other end where the machine is big-endian.
inline int32_t place_of_byte(int32_t b, int32_t element_bytes) {
    const uint16_t one = 1;
    const bool little = *reinterpret_cast<const unsigned char*>(&one) == 1;
    return little ? b : element_bytes - 1 - b;
}

// Fills argument `number` of a program.
inline void fill_argument(unsigned char* bytes, const ProgramArgument& argument, int32_t number) {
    uint32_t state = 0x9e3779b9u * static_cast<uint32_t>(number + 1);
    for (int32_t i = 0; i < argument.elements; ++i) {
        const uint64_t bits = value_bits(argument.fill, next_random(state));
        for (int32_t b = 0; b < argument.element_bytes; ++b)
            bytes[place_of_byte(b, argument.element_bytes)] = static_cast<unsigned char>(bits >> (8 * b));
        bytes += argument.element_bytes;
    }
}
