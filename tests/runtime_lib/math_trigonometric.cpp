#include "math_check.h"
#include "runtime_lib/acos.h"
#include "runtime_lib/asin.h"
#include "runtime_lib/atan.h"
#include "runtime_lib/atan2.h"
#include "runtime_lib/cis.h"
#include "runtime_lib/cos.h"
#include "runtime_lib/sin.h"
#include "runtime_lib/tan.h"

#include <catch2/catch.hpp>

using math_check::sweep;
using math_check::ulp_error;
using math_check::Worst;

namespace {

long double sin_of(long double x) {
    return std::sin(x);
}
long double cos_of(long double x) {
    return std::cos(x);
}
long double tan_of(long double x) {
    return std::tan(x);
}
long double acos_of(long double x) {
    return std::acos(x);
}
long double asin_of(long double x) {
    return std::asin(x);
}
long double atan_of(long double x) {
    return std::atan(x);
}

template <class T>
Worst atan2_sweep(T (*function)(T, T), int range) {
    using Limits = std::numeric_limits<T>;
    Worst worst;
    const auto check = [&](T y, T x) {
        const long double want = std::atan2(static_cast<long double>(y), static_cast<long double>(x));
        worst.add(ulp_error(function(y, x), want), static_cast<double>(x), static_cast<double>(y));
    };
    const T corners[] = {
        T(0), Limits::denorm_min(), T(0.5), T(1), T(2), Limits::max(), Limits::infinity(), Limits::quiet_NaN()};
    for (const T y : corners) {
        for (const T x : corners) {
            check(y, x);
            check(y, -x);
            check(-y, x);
            check(-y, -x);
        }
    }
    uint32_t state = 1;
    const auto next = [&] {
        state = state * 1664525u + 1013904223u;
        const double significand = static_cast<double>(state) * 0x1p-31 - 1.0;
        state = state * 1664525u + 1013904223u;
        return static_cast<T>(std::ldexp(significand, static_cast<int>(state >> 16) % range - range / 2));
    };
    for (int i = 0; i < 300000; ++i) {
        const T y = next();
        check(y, next());
    }
    return worst;
}

} // namespace

TEST_CASE("sin") {
    CHECK(sweep<float>(sin_f32, sin_of, -1700, 1700).error <= 1);
    CHECK(sweep<double>(sin_f64, sin_of, -5e6, 5e6).error <= 0.90);
}

TEST_CASE("cos") {
    CHECK(sweep<float>(cos_f32, cos_of, -1700, 1700).error <= 1);
    CHECK(sweep<double>(cos_f64, cos_of, -5e6, 5e6).error <= 0.90);
}

TEST_CASE("tan") {
    CHECK(sweep<float>(tan_f32, tan_of, -1700, 1700).error <= 1.75);
    CHECK(sweep<double>(tan_f64, tan_of, -5e6, 5e6).error <= 1.75);
}

TEST_CASE("cis is cosine and sine") {
    CHECK(sweep<float>([](float x) { return cis_f32(x).re; }, cos_of, -1700, 1700).error <= 1);
    CHECK(sweep<float>([](float x) { return cis_f32(x).im; }, sin_of, -1700, 1700).error <= 1);
    CHECK(sweep<float>([](float x) { return cis_wide_f32(x).re; }, cos_of, -1700, 1700).error <= 0.6);
    CHECK(sweep<float>([](float x) { return cis_wide_f32(x).im; }, sin_of, -1700, 1700).error <= 0.6);
    CHECK(sweep<double>([](double x) { return cis_f64(x).re; }, cos_of, -5e6, 5e6).error <= 0.90);
    CHECK(sweep<double>([](double x) { return cis_f64(x).im; }, sin_of, -5e6, 5e6).error <= 0.90);
}

#ifndef __FMA__ // else the compiler may fuse other products in each function
TEST_CASE("cis has the bits of cosine and sine") {
    for (std::uint64_t i = 0; i < 2000003; ++i) {
        const float f = f32_from_bits(static_cast<std::uint32_t>(i * 2147)); // all exponents, both signs
        const c64 single = cis_f32(f);
        REQUIRE(bits_from_f32(single.re) == bits_from_f32(cos_f32(f)));
        REQUIRE(bits_from_f32(single.im) == bits_from_f32(sin_f32(f)));
        const double d = f64_from_bits(i * 9223358016103u);
        const c128 twice = cis_f64(d);
        REQUIRE(bits_from_f64(twice.re) == bits_from_f64(cos_f64(d)));
        REQUIRE(bits_from_f64(twice.im) == bits_from_f64(sin_f64(d)));
    }
}
#endif

TEST_CASE("angles next to multiples of pi / 2") {
    for (int i = 1; i < 3000; ++i) {
        const float f = static_cast<float>(i * 1.57079632679489661923L);
        const double d = static_cast<double>(i * 1.57079632679489661923L);
        CHECK(ulp_error(sin_f32(f), std::sin(static_cast<long double>(f))) <= 1);
        CHECK(ulp_error(cos_f32(f), std::cos(static_cast<long double>(f))) <= 1);
        CHECK(ulp_error(cis_wide_f32(f).im, std::sin(static_cast<long double>(f))) <= 0.6);
        CHECK(ulp_error(cis_wide_f32(f).re, std::cos(static_cast<long double>(f))) <= 0.6);
        CHECK(ulp_error(sin_f64(d), std::sin(static_cast<long double>(d))) <= 0.90);
        CHECK(ulp_error(cos_f64(d), std::cos(static_cast<long double>(d))) <= 0.90);
    }
}

TEST_CASE("what is left of a huge angle is rounded, not cut") {
    for (const float x : {-4.7955745e+28f, 1.66521507e+30f, 2.47403833e+18f, 2.73171219e+20f}) {
        CHECK(ulp_error(sin_f32(x), sin_of(x)) <= 1);
        CHECK(ulp_error(cos_f32(x), cos_of(x)) <= 1);
        CHECK(ulp_error(cis_wide_f32(x).im, sin_of(x)) <= 0.6);
        CHECK(ulp_error(cis_wide_f32(x).re, cos_of(x)) <= 0.6);
    }
    CHECK(std::signbit(cis_wide_f32(-0.0f).im));
    CHECK(cis_wide_f32(1e-42f).im == 1e-42f);
    CHECK(std::isnan(cis_wide_f32(std::numeric_limits<float>::infinity()).re));
}

TEST_CASE("the doubles that are nearest to multiples of pi / 2") {
    for (const double x : {45.553093477052, 14461176.67027838, 0x1.504cac51f1eafp+131, 0x1.4c96c11134d36p+577,
                           0x1.6ac5b262ca1ffp+849, 0x1.6ac5b262ca1ffp+850, 0x1.e009c53148be1p+991}) {
        CHECK(ulp_error(sin_f64(x), sin_of(x)) <= 0.90);
        CHECK(ulp_error(cos_f64(x), cos_of(x)) <= 0.90);
        CHECK(ulp_error(tan_f64(x), tan_of(x)) <= 1.75);
    }
}

TEST_CASE("atan2") {
    CHECK(atan2_sweep<float>(atan2_f32, 20).error <= 1.60);
    CHECK(atan2_sweep<float>(atan2_f32, 250).error <= 1.60);
    CHECK(atan2_sweep<double>(atan2_f64, 20).error <= 1.80);
    CHECK(atan2_sweep<double>(atan2_f64, 2000).error <= 1.80);
}

TEST_CASE("acos") {
    CHECK(sweep<float>(acos_f32, acos_of, -1, 1).error <= 1.15);
    CHECK(sweep<double>(acos_f64, acos_of, -1, 1).error <= 1.15);
}

TEST_CASE("asin") {
    CHECK(sweep<float>(asin_f32, asin_of, -1, 1).error <= 1.60);
    CHECK(sweep<double>(asin_f64, asin_of, -1, 1).error <= 1.60);
}

TEST_CASE("atan") {
    CHECK(sweep<float>(atan_f32, atan_of, -4, 4).error <= 1.35);
    CHECK(sweep<double>(atan_f64, atan_of, -4, 4).error <= 1.35);
}
