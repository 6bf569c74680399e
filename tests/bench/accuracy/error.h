#pragma once

#include "functions.h"
#include "runtime_lib/math_check.h"

#include <complex>
#include <cstdint>
#include <cstring>

namespace accuracy {

// In units in the last place of the true result; infinite where NaN, an infinity or a sign is wrong. Results that are
// correctly rounded count as 0.5, here as in the loops below.
inline double error_of(double got, long double want) {
    return math_check::ulp_error(got, want);
}

// As math_check::ulp_error, in a form that compilers turn into vectors.
inline double error_of(float got, double want) {
    const float rounded = static_cast<float>(want);
    const std::uint32_t got_bits = bits_from_f32(got), want_bits = bits_from_f32(rounded);
    const std::uint32_t got_size = got_bits & 0x7fffffffu, want_size = want_bits & 0x7fffffffu;
    const bool right = got_bits == want_bits || (got_size > 0x7f800000u && want_size > 0x7f800000u);
    const bool wrong = ((got_bits ^ want_bits) >> 31) != 0 || got_size > 0x7f800000u || want_size > 0x7f800000u ||
                       std::fabs(want) > 0x1p128;
    const double value = got_size == 0x7f800000u ? std::copysign(0x1p128, want) : static_cast<double>(got);
    std::uint64_t exponent = bits_from_f64(want) >> 52 & 2047;
    exponent = exponent < 1023 - 126 ? 1023 - 126 : exponent;
    exponent = exponent > 1023 + 127 ? 1023 + 127 : exponent;
    const double unit = f64_from_bits((exponent - 23) << 52);
    const double error = std::fabs(value - want) / unit;
    return right ? 0.5 : wrong ? INFINITY : error;
}

// In units in the last place of the true result's modulus, which are those of its exponent.
template <class C>
double complex_error(C got, WideComplex want) {
    using T = decltype(got.re);
    const long double size = std::hypot(want.re, want.im);
    if (!(size <= static_cast<long double>(std::numeric_limits<T>::max())))
        return 0; // of what overflows there are tests
    const int least = std::numeric_limits<T>::min_exponent - 1;
    const int exponent = size == 0 ? least : std::max(std::ilogb(size), least);
    const long double distance =
        std::hypot(static_cast<long double>(got.re) - want.re, static_cast<long double>(got.im) - want.im);
    if (distance != distance) return INFINITY;
    return static_cast<double>(std::ldexp(distance, std::numeric_limits<T>::digits - 1 - exponent));
}
inline double error_of(c64 got, WideComplex want) {
    return complex_error(got, want);
}
inline double error_of(c128 got, WideComplex want) {
    return complex_error(got, want);
}

} // namespace accuracy
