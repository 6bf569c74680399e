#include "math_check.h"
#include "runtime_lib/cbrt.h"
#include "runtime_lib/ceil.h"
#include "runtime_lib/floor.h"
#include "runtime_lib/pow.h"
#include "runtime_lib/remainder.h"
#include "runtime_lib/round.h"
#include "runtime_lib/rsqrt.h"
#include "runtime_lib/sqrt.h"

#include <catch2/catch.hpp>

#include <cstring>

using math_check::sweep;
using math_check::ulp_error;
using math_check::Worst;

namespace {

long double sqrt_of(long double x) {
    return std::sqrt(x);
}
long double rsqrt_of(long double x) {
    return 1 / std::sqrt(x);
}
long double cbrt_of(long double x) {
    return std::cbrt(x);
}
long double floor_of(long double x) {
    return std::floor(x);
}
long double ceil_of(long double x) {
    return std::ceil(x);
}
long double round_even_of(long double x) {
    return std::nearbyint(x);
}
long double round_away_of(long double x) {
    return std::round(x);
}
long double pow_of(long double x, long double y) {
    return std::pow(x, y);
}
long double remainder_of(long double x, long double y) {
    return std::fmod(x, y);
}

// All pairs of corner values, and pseudorandom pairs of sizes around 1 and of all sizes.
template <class T>
Worst pairs(T (*function)(T, T), long double (*reference)(long double, long double), double x_scale, double y_scale) {
    Worst worst;
    const auto check = [&](T x, T y) {
        worst.add(ulp_error(function(x, y), reference(x, y)), static_cast<double>(x), static_cast<double>(y));
    };
    using Limits = std::numeric_limits<T>;
    const T corners[] = {T(0),
                         Limits::denorm_min(),
                         Limits::min(),
                         T(0.5),
                         T(1),
                         T(1.5),
                         T(2),
                         T(3),
                         T(7.5),
                         T(16777215),
                         T(16777216),
                         T(16777218),
                         T(9007199254740991.0),
                         T(1e30),
                         std::nextafter(T(1), T(0)),
                         std::nextafter(T(1), T(2)),
                         Limits::max(),
                         Limits::infinity(),
                         Limits::quiet_NaN()};
    for (const T x : corners) {
        for (const T y : corners) {
            check(x, y);
            check(x, -y);
            check(-x, y);
            check(-x, -y);
        }
    }
    uint64_t state = 1;
    const auto next = [&] { return (state = state * 6364136223846793005u + 1442695040888963407u) >> 11; };
    for (int i = 0; i < 150000; ++i) {
        const double u = static_cast<double>(next()) * 0x1p-53;
        const double v = static_cast<double>(next()) * 0x1p-53 - 0.5;
        check(static_cast<T>(u * x_scale), static_cast<T>(v * y_scale));
        T any[2];
        const uint64_t bits[2] = {next() ^ next() << 32, next() ^ next() << 32};
        std::memcpy(any, bits, sizeof any);
        check(any[0], any[1]);
    }
    return worst;
}

} // namespace

TEST_CASE("sqrt") {
    CHECK(sweep<float>(sqrt_f32, sqrt_of, 0, 4).error <= 0.5);
    CHECK(sweep<double>(sqrt_f64, sqrt_of, 0, 4).error <= 0.5);
}

TEST_CASE("sqrt in integers has the bits of the instruction") {
    CHECK(sweep<float>(square_root_f32, sqrt_of, 0, 4).error <= 0.5);
    CHECK(sweep<double>(square_root_f64, sqrt_of, 0, 4).error <= 0.5);
    for (uint64_t i = 0, bits = 1; i < 300000; ++i, bits = bits * 0x9e3779b97f4a7c15u + 0x1234567u) {
        const double x = f64_from_bits(bits >> 1);
        const float y = f32_from_bits(static_cast<uint32_t>(bits >> 33));
        if (x == x && bits_from_f64(square_root_f64(x)) != bits_from_f64(sqrt_f64(x))) FAIL(x);
        if (y == y && bits_from_f32(square_root_f32(y)) != bits_from_f32(sqrt_f32(y))) FAIL(y);
    }
}

TEST_CASE("rsqrt") {
    CHECK(sweep<float>(rsqrt_f32, rsqrt_of, 0, 4).error <= 0.86);
    CHECK(sweep<double>(rsqrt_f64, rsqrt_of, 0, 4).error <= 0.90);
}

TEST_CASE("cbrt") {
    CHECK(sweep<float>(cbrt_f32, cbrt_of, -8, 8).error <= 0.85);
    CHECK(sweep<double>(cbrt_f64, cbrt_of, -8, 8).error <= 0.70);
}

TEST_CASE("rounding to integers") {
    CHECK(sweep<float>(floor_f32, floor_of, -5, 5).error == 0);
    CHECK(sweep<double>(floor_f64, floor_of, -5, 5).error == 0);
    CHECK(sweep<float>(ceil_f32, ceil_of, -5, 5).error == 0);
    CHECK(sweep<double>(ceil_f64, ceil_of, -5, 5).error == 0);
    CHECK(sweep<float>(round_even_f32, round_even_of, -5, 5).error == 0);
    CHECK(sweep<double>(round_even_f64, round_even_of, -5, 5).error == 0);
    CHECK(sweep<float>(round_away_f32, round_away_of, -5, 5).error == 0);
    CHECK(sweep<double>(round_away_f64, round_away_of, -5, 5).error == 0);
}

TEST_CASE("pow") {
    CHECK(pairs<float>(pow_f32, pow_of, 4, 100).error <= 1.25);
    CHECK(pairs<float>(pow_f32, pow_of, 1.01, 2000).error <= 1.25);
    CHECK(pairs<double>(pow_f64, pow_of, 4, 1000).error <= 1.25);
    CHECK(pairs<double>(pow_f64, pow_of, 1.01, 20000).error <= 1.25);
}

TEST_CASE("remainder") {
    CHECK(pairs<float>(remainder_f32, remainder_of, 1000, 10).error == 0);
    CHECK(pairs<double>(remainder_f64, remainder_of, 1000, 10).error == 0);
}
