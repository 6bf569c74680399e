// Functions of complex numbers: how far a result is from one of long double, in units in the last place of its modulus;
// and what C11, annex G says of infinities, zeros and branch cuts.
#include <catch2/catch.hpp>

#include <cmath>
#include <complex>
#include <limits>
#include <random>

#include "runtime_lib/complex_abs.h"
#include "runtime_lib/complex_arithmetic.h"
#include "runtime_lib/complex_divide.h"
#include "runtime_lib/complex_exp.h"
#include "runtime_lib/complex_expm1.h"
#include "runtime_lib/complex_hyperbolic.h"
#include "runtime_lib/complex_inverse.h"
#include "runtime_lib/complex_log.h"
#include "runtime_lib/complex_power.h"
#include "runtime_lib/complex_sqrt.h"
#include "runtime_lib/complex_trigonometric.h"

namespace {

using Wide = std::complex<long double>;

template <typename C>
struct Part;
template <>
struct Part<c64> {
    using Type = float;
};
template <>
struct Part<c128> {
    using Type = double;
};

template <typename C>
Wide wide(C x) {
    return {static_cast<long double>(x.re), static_cast<long double>(x.im)};
}

template <typename C>
double error_of(C got, Wide want) {
    using T = typename Part<C>::Type;
    const long double unit = std::abs(want) * static_cast<long double>(std::numeric_limits<T>::epsilon());
    return static_cast<double>(std::abs(wide(got) - want) / unit);
}

// The worst of many numbers with parts of all signs and sizes up to 2^most.
template <typename C, typename Function, typename Reference>
double worst(Function&& function, Reference&& reference, int least, int most) {
    using T = typename Part<C>::Type;
    std::mt19937 random(1);
    std::uniform_real_distribution<double> mantissa(-1, 1);
    std::uniform_int_distribution<int> exponent(least, most);
    double error = 0;
    for (int i = 0; i < 200000; ++i) {
        const C x = {static_cast<T>(std::ldexp(mantissa(random), exponent(random))),
                     static_cast<T>(std::ldexp(mantissa(random), exponent(random)))};
        error = std::max(error, error_of(function(x), reference(wide(x))));
    }
    return error;
}

template <typename C>
bool is(C x, double re, double im) {
    const auto same = [](double a, double b) {
        return std::isnan(b) ? std::isnan(a) : a == b && std::signbit(a) == std::signbit(b);
    };
    return same(static_cast<double>(x.re), re) && same(static_cast<double>(x.im), im);
}

constexpr float kInfinity = std::numeric_limits<float>::infinity();
constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
constexpr Wide kOne = {1, 0};

// The worst of quotients of numbers of all sizes, those left out that are no normal numbers of the type themselves.
template <typename C, typename Function>
double worst_quotient(Function&& divide) {
    using Limits = std::numeric_limits<typename Part<C>::Type>;
    std::mt19937 random(1);
    std::uniform_real_distribution<double> mantissa(-1, 1);
    std::uniform_int_distribution<int> exponent(Limits::min_exponent - Limits::digits + 8, Limits::max_exponent);
    const auto part = [&] {
        return static_cast<typename Part<C>::Type>(std::ldexp(mantissa(random), exponent(random)));
    };
    double error = 0;
    for (int i = 0; i < 200000; ++i) {
        const C a = {part(), part()}, b = {part(), part()};
        const Wide quotient = wide(a) / wide(b);
        const long double size = std::abs(quotient);
        if (size < static_cast<long double>(Limits::max()) && size > static_cast<long double>(Limits::min()))
            error = std::max(error, error_of(divide(a, b), quotient));
    }
    return error;
}

Wide tangent(Wide x) {
    return std::tan(x);
}

} // namespace

TEST_CASE("complex functions are near those of wider numbers") {
    const auto check = [](auto c64_function, auto c128_function, auto reference, int least, int most, double allowed) {
        CHECK(worst<c64>(c64_function, reference, least, most) <= allowed);
        CHECK(worst<c128>(c128_function, reference, least, most) <= allowed);
    };
    check(
        exp_c64, exp_c128, [](Wide x) { return std::exp(x); }, -20, 5, 2);
    check(
        log_c64, log_c128, [](Wide x) { return std::log(x); }, -20, 20, 2);
    check(
        sqrt_c64, sqrt_c128, [](Wide x) { return std::sqrt(x); }, -90, 90, 2);
    check(
        rsqrt_c64, rsqrt_c128, [](Wide x) { return kOne / std::sqrt(x); }, -90, 90, 3.5);
    check(
        sin_c64, sin_c128, [](Wide x) { return std::sin(x); }, -20, 4, 2.5);
    check(
        cos_c64, cos_c128, [](Wide x) { return std::cos(x); }, -20, 4, 2.5);
    check(
        sinh_c64, sinh_c128, [](Wide x) { return std::sinh(x); }, -20, 4, 2.5);
    check(
        cosh_c64, cosh_c128, [](Wide x) { return std::cosh(x); }, -20, 4, 2.5);
    check(tan_c64, tan_c128, tangent, -10, 3, 8);
    check(
        tanh_c64, tanh_c128, [](Wide x) { return std::tanh(x); }, -10, 3, 8);
    check(
        logistic_c64, logistic_c128, [](Wide x) { return kOne / (kOne + std::exp(-x)); }, -10, 1, 8);
    check(
        asin_c64, asin_c128, [](Wide x) { return std::asin(x); }, -10, 10, 6);
    check(
        acos_c64, acos_c128, [](Wide x) { return std::acos(x); }, -10, 10, 6);
    check(
        asinh_c64, asinh_c128, [](Wide x) { return std::asinh(x); }, -10, 10, 6);
    check(
        acosh_c64, acosh_c128, [](Wide x) { return std::acosh(x); }, -10, 10, 6);
    check(
        atan_c64, atan_c128, [](Wide x) { return std::atan(x); }, -10, 10, 6);
}

TEST_CASE("complex products and quotients are near those of wider numbers") {
    const c64 factor = {0.37f, -2.9f};
    CHECK(worst<c64>([&](c64 x) { return divide_c64(x, factor); }, [&](Wide x) { return x / wide(factor); }, -60, 60) <=
          3);
    CHECK(worst<c64>([&](c64 x) { return divide_c64(factor, x); }, [&](Wide x) { return wide(factor) / x; }, -60, 60) <=
          4);
    CHECK(worst<c64>([&](c64 x) { return multiply_c64(x, factor); }, [&](Wide x) { return x * wide(factor); }, -60,
                     60) <= 2);
    CHECK(is(power_c64({2, 0}, {0, 0}), 1, 0));
    CHECK(is(power_c64({0, 0}, {2, 1}), 0, 0));
    CHECK(error_of(power_c64({1, 2}, {3, -1}), std::pow(Wide(1, 2), Wide(3, -1))) <= 10);
}

TEST_CASE("differences that are small next to 1 are not lost") {
    const c64 x = {1e-6f, -2e-7f};
    CHECK(error_of(expm1_c64(x), std::exp(wide(x)) - kOne) <= 2);
    CHECK(error_of(log1p_c64(x), std::log(kOne + wide(x))) <= 2);
    CHECK(error_of(log_c64({1.0000002f, 3e-4f}), std::log(Wide(1.0000002f, 3e-4f))) <= 2);
    CHECK(error_of(atanh_c64({0.5f, 0.25f}), std::atanh(Wide(0.5, 0.25))) <= 3);
}

TEST_CASE("quotients of complex numbers of all sizes, and units of the largest ones") {
    CHECK(worst_quotient<c64>(divide_c64) <= 3.5);
    CHECK(worst_quotient<c128>(divide_c128) <= 3.5);
    CHECK(is(divide_c64({3e38f, 3e38f}, {3e38f, 3e38f}), 1, 0));
    CHECK(is(divide_c64({1e-45f, 1e-45f}, {1e-45f, 1e-45f}), 1, 0));
    CHECK(is(divide_c128({1.7e308, -1.7e308}, {1.7e308, 1.7e308}), 0, -1));
    CHECK(error_of(sign_c64({3e38f, -3e38f}), Wide(std::sqrt(0.5L), -std::sqrt(0.5L))) <= 2);
    CHECK(error_of(sign_c128({1.7e308, 1.7e308}), Wide(std::sqrt(0.5L), std::sqrt(0.5L))) <= 2);
}

TEST_CASE("inverse functions of the largest complex numbers are finite, and near those of wider numbers") {
    const auto check = [](auto c64_function, auto c128_function, auto reference) {
        CHECK(worst<c64>(c64_function, reference, 20, 128) <= 3);
        CHECK(worst<c128>(c128_function, reference, 50, 1024) <= 3);
    };
    check(asin_c64, asin_c128, [](Wide x) { return std::asin(x); });
    check(acos_c64, acos_c128, [](Wide x) { return std::acos(x); });
    check(asinh_c64, asinh_c128, [](Wide x) { return std::asinh(x); });
    check(acosh_c64, acosh_c128, [](Wide x) { return std::acosh(x); });
    check(atanh_c64, atanh_c128, [](Wide x) { return std::atanh(x); });
    check(atan_c64, atan_c128, [](Wide x) { return std::atan(x); });
    CHECK(static_cast<double>(asinh_c64({3e38f, 3e38f}).re) == Approx(89.63657).epsilon(1e-6));
    CHECK(static_cast<double>(atanh_c64({1e25f, 0}).re) == Approx(1e-25).epsilon(1e-6));
}

TEST_CASE("complex logistic next to its poles") {
    const c64 x = {1.75729519e-06f, -3.14809251f};
    CHECK(error_of(logistic_c64(x), kOne / (kOne + std::exp(-wide(x)))) <= 5);
    const c128 y = {2.4446801975149471e-09, 3.1396996309637042};
    CHECK(error_of(logistic_c128(y), kOne / (kOne + std::exp(-wide(y)))) <= 5);
}

TEST_CASE("complex atanh next to its poles, on both sides, and far from them") {
    for (const c64 x : {c64{-1.00000012f, -1e-30f}, c64{1, 1e-30f}, c64{-1, 1e-15f}, c64{0.99999994f, 0}}) {
        CHECK(error_of(atanh_c64(x), std::atanh(wide(x))) <= 5);
    }
    const c128 y = {-1.0000000000000002, -1e-30};
    CHECK(error_of(atanh_c128(y), std::atanh(wide(y))) <= 5);
    CHECK(error_of(atanh_c64({1e38f, 2}), std::atanh(Wide(1e38f, 2))) <= 2);
    CHECK(is(atanh_c64({-1, -kInfinity}), -0.0, static_cast<double>(-1.57079637f)));
}

TEST_CASE("signs of zeros in complex results") {
    const auto minus_zero = [](float x) { return x == 0 && std::signbit(x); };
    CHECK(minus_zero(sinh_c64({0, 3}).re));
    CHECK(minus_zero(sin_c64({3, 0}).im));
    CHECK(minus_zero(cosh_c64({0, -3}).im));
    CHECK(minus_zero(cos_c64({1, 0}).im));
    CHECK(is(tanh_c64({kInfinity, -1}), 1, -0.0));
    CHECK(is(exp_c64({-kInfinity, 3}), -0.0, 0));
    CHECK(is(sqrt_c64({-kInfinity, -0.0f}), 0, HUGE_VAL)); // as XLA
}

TEST_CASE("complex functions of infinities") {
    const double infinity = HUGE_VAL, half_pi = static_cast<double>(1.57079637f);
    CHECK(is(asin_c64({kInfinity, 1}), half_pi, infinity));
    CHECK(is(acos_c64({1, kInfinity}), half_pi, -infinity));
    CHECK(is(acos_c64({-kInfinity, 1}), static_cast<double>(3.14159274f), -infinity));
    CHECK(is(asinh_c64({-1, -kInfinity}), -infinity, -half_pi));
    CHECK(is(acosh_c64({kInfinity, kInfinity}), infinity, static_cast<double>(0.785398185f)));
    CHECK(is(sinh_c64({kInfinity, kNan}), infinity, static_cast<double>(kNan)));
    CHECK(is(tanh_c64({0, kInfinity}), 0, static_cast<double>(kNan)));
    CHECK(is(tanh_c64({200, kInfinity}), static_cast<double>(kNan), static_cast<double>(kNan)));
    CHECK(is(tanh_c64({-15, kNan}), static_cast<double>(kNan), static_cast<double>(kNan)));
}

TEST_CASE("squares of parts neither overflow nor vanish") {
    CHECK(abs_c64({3e38f, 0}) == 3e38f);
    CHECK(abs_c64({3e-40f, 4e-40f}) == Approx(5e-40));
    CHECK(is(divide_c64({1e38f, 1e38f}, {1e38f, 1e38f}), 1, 0));
    CHECK(error_of(sqrt_c64({3e38f, 3e38f}), std::sqrt(Wide(3e38f, 3e38f))) <= 2);
    CHECK(error_of(exp_c64({89, 0.75f}), std::exp(Wide(89, 0.75f))) <= 2);
}

TEST_CASE("infinities and branch cuts of complex functions") {
    CHECK(abs_c64({kNan, -kInfinity}) == kInfinity);
    CHECK(is(sqrt_c64({-4, 0.0f}), 0, 2));
    CHECK(is(sqrt_c64({-4, -0.0f}), 0, -2));
    CHECK(is(sqrt_c64({kNan, kInfinity}), kInfinity, kInfinity));
    CHECK(is(sqrt_c64({-kInfinity, -1}), 0, -kInfinity));
    CHECK(is(log_c64({-1, -0.0f}), 0, static_cast<double>(-3.14159274f)));
    CHECK(is(log_c64({kInfinity, kInfinity}), kInfinity, static_cast<double>(0.785398185f)));
    CHECK(is(exp_c64({-kInfinity, kNan}), 0, 0));
    CHECK(is(exp_c64({kInfinity, 0}), kInfinity, 0));
    CHECK(is(tanh_c64({-kInfinity, 3}), -1, -0.0));
    CHECK(is(divide_c64({1, 0}, {kInfinity, 2}), 0, 0));
    CHECK(is(divide_c64({1, 1}, {0, 0}), kInfinity, kInfinity));
    CHECK(is(divide_c64({kInfinity, 1}, {2, 0}), kInfinity, kNan));
}
