#pragma once

#include "runtime_lib/bits.h"

#include <cmath>
#include <cstdint>
#include <limits>

// Measures how far a function of runtime_lib is from a long double reference, in units in the last place of the result.
namespace math_check {

inline float from_bits(uint32_t bits) {
    return f32_from_bits(bits);
}
inline double from_bits(uint64_t bits) {
    return f64_from_bits(bits);
}

struct Worst {
    double error = 0;
    double x = 0;
    double y = 0;

    void add(double new_error, double new_x, double new_y = 0) {
        if (new_error > error) *this = {new_error, new_x, new_y};
    }
};

// Infinite where NaN, infinity, or the sign (of a zero too) is wrong.
template <class T>
double ulp_error(T got, long double want) {
    using Limits = std::numeric_limits<T>;
    const T rounded = static_cast<T>(want);
    if (std::isnan(rounded) || std::isnan(got)) return std::isnan(rounded) && std::isnan(got) ? 0 : INFINITY;
    if (std::signbit(rounded) != std::signbit(got)) return INFINITY;
    if (got == rounded && (want == 0 || std::isinf(got))) return 0;
    if (want == 0 || std::isinf(want)) return INFINITY;
    int exponent = std::ilogb(want);
    exponent = exponent < Limits::min_exponent - 1 ? Limits::min_exponent - 1 : exponent;
    exponent = exponent > Limits::max_exponent - 1 ? Limits::max_exponent - 1 : exponent;
    const long double value = std::isinf(got) ? std::copysign(std::ldexp(1.0L, Limits::max_exponent), want) : got;
    return static_cast<double>(std::ldexp(std::fabs(value - want), Limits::digits - 1 - exponent));
}

// Bit patterns around the places where something changes: zeros, denormals, powers of two, integers, infinities, NaN.
template <class T>
Worst corners(T (*function)(T), long double (*reference)(long double)) {
    Worst worst;
    using Limits = std::numeric_limits<T>;
    const T values[] = {T(0),
                        Limits::denorm_min(),
                        Limits::min(),
                        T(0.25),
                        T(0.5),
                        T(0.75),
                        T(1),
                        T(1.5),
                        T(2),
                        T(2.5),
                        T(3),
                        T(4),
                        T(10),
                        T(88.7228),
                        T(103.98),
                        T(709.8),
                        T(745.2),
                        T(8388607.5),
                        T(8388608),
                        T(16777217),
                        T(4503599627370495.5),
                        T(1e30),
                        Limits::max(),
                        Limits::infinity()};
    for (const T value : values) {
        const T above = std::nextafter(value, std::numeric_limits<T>::infinity());
        for (const T near : {std::nextafter(value, T(0)), value, above}) {
            worst.add(ulp_error(function(near), reference(near)), static_cast<double>(near));
            worst.add(ulp_error(function(-near), reference(-near)), static_cast<double>(-near));
        }
    }
    const T nan = std::numeric_limits<T>::quiet_NaN();
    if (!std::isnan(function(nan)) || !std::isnan(function(-nan))) worst.add(INFINITY, NAN);
    return worst;
}

// About half a million bit patterns of all sizes, and as many values evenly spaced from low to high.
template <class T>
Worst sweep(T (*function)(T), long double (*reference)(long double), double low, double high) {
    Worst worst = corners(function, reference);
    const int count = 1 << 19;
    for (int i = 0; i < count; ++i) {
        T x;
        if constexpr (sizeof(T) == 4) {
            x = from_bits(static_cast<uint32_t>(i) * 8191u);
        } else {
            x = from_bits(static_cast<uint64_t>(i) * 0x00001fffff3ca5b1u);
        }
        worst.add(ulp_error(function(x), reference(x)), static_cast<double>(x));
        const T even = static_cast<T>(low + (high - low) * i / count);
        worst.add(ulp_error(function(even), reference(even)), static_cast<double>(even));
    }
    return worst;
}

} // namespace math_check
