// The functions of runtime_lib and what they stand for. Compiled twice: FUNCTIONS is plain_functions or
// fused_functions.
#include "functions.h"

#include "runtime_lib/acos.h"
#include "runtime_lib/acosh.h"
#include "runtime_lib/asin.h"
#include "runtime_lib/asinh.h"
#include "runtime_lib/atan.h"
#include "runtime_lib/atanh.h"
#include "runtime_lib/cbrt.h"
#include "runtime_lib/complex_expm1.h"
#include "runtime_lib/complex_hyperbolic.h"
#include "runtime_lib/complex_inverse.h"
#include "runtime_lib/complex_power.h"
#include "runtime_lib/complex_trigonometric.h"
#include "runtime_lib/erf.h"
#include "runtime_lib/logistic.h"
#include "runtime_lib/pow.h"
#include "runtime_lib/rsqrt.h"
#include "runtime_lib/square_root.h"

#include <quadmath.h>

#include <cmath>
#include <type_traits>

namespace accuracy {
namespace {

using Quad = __complex128;

Quad quad(__float128 re, __float128 im) {
    Quad x;
    __real__ x = re;
    __imag__ x = im;
    return x;
}

// e^x - 1 without loss near 0.
Quad expm1_of(Quad x) {
    const __float128 half = sinq(__imag__ x / 2);
    const __float128 size = expm1q(__real__ x);
    return quad(size * cosq(__imag__ x) - 2 * half * half, (size + 1) * sinq(__imag__ x));
}

// log(1 + x) without loss near 0.
Quad log1p_of(Quad x) {
    const __float128 re = __real__ x, im = __imag__ x;
    const bool near = fabsq(re) < 0.5 && fabsq(im) < 0.5;
    return quad(near ? log1pq(re * (2 + re) + im * im) / 2 : logq(hypotq(1 + re, im)), atan2q(im, 1 + re));
}

template <class W, class T>
auto widened(T x) {
    if constexpr (std::is_same_v<W, WideComplex>) {
        return quad(x.re, x.im);
    } else {
        return static_cast<W>(x);
    }
}

WideComplex narrowed(Quad x) {
    return {static_cast<long double>(__real__ x), static_cast<long double>(__imag__ x)};
}
double narrowed(double x) {
    return x;
}
long double narrowed(long double x) {
    return x;
}

template <auto small, auto large, class T>
T apply(T x, T y) {
    constexpr bool is_small = std::is_same_v<T, float> || std::is_same_v<T, c64>;
    constexpr auto helper = [] {
        if constexpr (is_small)
            return small;
        else
            return large;
    }();
    if constexpr (std::is_invocable_v<decltype(helper), T>) {
        return helper(x);
    } else {
        return helper(x, y);
    }
}

// small is the helper of f32 or c64, large that of f64 or c128.
template <class T, auto small, auto large, class Formula>
Function<T> function(const char* name, bool binary, double low, double high, Formula) {
    return {name,
            binary,
            low,
            high,
            [](const T* x, const T* y, T* out, std::size_t count) {
                for (std::size_t i = 0; i < count; ++i) out[i] = apply<small, large>(x[i], y[i]);
            },
            [](const T* x, const T* y, Wide<T>* out, std::size_t count) {
                for (std::size_t i = 0; i < count; ++i)
                    out[i] = narrowed(Formula{}(widened<Wide<T>>(x[i]), widened<Wide<T>>(y[i])));
            }};
}

// At the argument that is not positive.
float exp_of_minus_f32(float x) {
    return exp_not_positive_f32(-std::fabs(x));
}
double exp_of_minus_f64(double x) {
    return exp_not_positive_f64(-std::fabs(x));
}

// Sine and cosine of one angle.
float sin_with_cos_f32(float x) {
    return cis_wide_f32(x).im;
}
double sin_with_cos_f64(double x) {
    return cis_f64(x).im;
}
float cos_with_sin_f32(float x) {
    return cis_wide_f32(x).re;
}
double cos_with_sin_f64(double x) {
    return cis_f64(x).re;
}

#define REAL(name, low, high, formula)                                                                                 \
    function<T, name##_f32, name##_f64>(#name, false, low, high, [](auto x, auto) { return formula; })
#define REAL2(name, formula)                                                                                           \
    function<T, name##_f32, name##_f64>(#name, true, 0, 0, [](auto x, auto y) { return formula; })
#define COMPLEX(name, most, formula)                                                                                   \
    function<T, name##_c64, name##_c128>(#name, false, 0, most, [](Quad x, Quad) { return Quad(formula); })
#define COMPLEX2(name, most, formula)                                                                                  \
    function<T, name##_c64, name##_c128>(#name, true, 0, most, [](Quad x, Quad y) { return Quad(formula); })

template <class T>
std::vector<Function<T>> real_functions() {
    return {REAL(exp, -746, 710, std::exp(x)),
            function<T, exp_of_minus_f32, exp_of_minus_f64>("exp_not_positive", false, -746, 0,
                                                            [](auto x, auto) { return std::exp(-std::fabs(x)); }),
            REAL(expm1, -40, 710, std::expm1(x)),
            REAL(log, 0, 4, std::log(x)),
            REAL(log1p, -1, 4, std::log1p(x)),
            REAL(logistic, -746, 40, 1 / (1 + std::exp(-x))),
            REAL(sin, -100, 100, std::sin(x)),
            REAL(cos, -100, 100, std::cos(x)),
            REAL(sin_with_cos, -100, 100, std::sin(x)),
            REAL(cos_with_sin, -100, 100, std::cos(x)),
            REAL(tan, -100, 100, std::tan(x)),
            REAL(asin, -1, 1, std::asin(x)),
            REAL(acos, -1, 1, std::acos(x)),
            REAL(atan, -4, 4, std::atan(x)),
            REAL(sinh, -4, 4, std::sinh(x)),
            REAL(cosh, -4, 4, std::cosh(x)),
            REAL(tanh, -20, 20, std::tanh(x)),
            REAL(asinh, -8, 8, std::asinh(x)),
            REAL(acosh, 1, 8, std::acosh(x)),
            REAL(atanh, -1, 1, std::atanh(x)),
            REAL(sqrt, 0, 4, std::sqrt(x)),
            REAL(square_root, 0, 4, std::sqrt(x)),
            REAL(rsqrt, 0, 4, 1 / std::sqrt(x)),
            REAL(cbrt, -8, 8, std::cbrt(x)),
            REAL(erf, -6, 6, std::erf(x)),
            REAL2(pow, std::pow(x, y)),
            REAL2(atan2, std::atan2(x, y)),
            REAL2(hypot, std::hypot(x, y))};
}

template <class T>
std::vector<Function<T>> complex_functions() {
    return {COMPLEX(exp, 6, cexpq(x)),
            COMPLEX(expm1, 6, expm1_of(x)),
            COMPLEX(log, 20, clogq(x)),
            COMPLEX(log1p, 20, log1p_of(x)),
            COMPLEX(logistic, 4, 1 / (1 + cexpq(-x))),
            COMPLEX(sqrt, 90, csqrtq(x)),
            COMPLEX(rsqrt, 90, 1 / csqrtq(x)),
            COMPLEX(sin, 5, csinq(x)),
            COMPLEX(cos, 5, ccosq(x)),
            COMPLEX(tan, 5, ctanq(x)),
            COMPLEX(asin, 20, casinq(x)),
            COMPLEX(acos, 20, cacosq(x)),
            COMPLEX(sinh, 5, csinhq(x)),
            COMPLEX(cosh, 5, ccoshq(x)),
            COMPLEX(tanh, 5, ctanhq(x)),
            COMPLEX(asinh, 20, casinhq(x)),
            COMPLEX(acosh, 20, cacoshq(x)),
            COMPLEX(atanh, 20, catanhq(x)),
            COMPLEX(atan, 20, catanq(x)),
            COMPLEX2(multiply, 20, x * y),
            COMPLEX2(divide, 40, x / y),
            COMPLEX2(power, 3, cpowq(x, y))};
}

} // namespace

template <>
std::vector<Function<float>> FUNCTIONS<float>() {
    return real_functions<float>();
}
template <>
std::vector<Function<double>> FUNCTIONS<double>() {
    return real_functions<double>();
}
template <>
std::vector<Function<c64>> FUNCTIONS<c64>() {
    return complex_functions<c64>();
}
template <>
std::vector<Function<c128>> FUNCTIONS<c128>() {
    return complex_functions<c128>();
}

} // namespace accuracy
