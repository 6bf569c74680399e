#include "math_check.h"
#include "runtime_lib/erf.h"
#include "runtime_lib/exp.h"
#include "runtime_lib/expm1.h"
#include "runtime_lib/log.h"
#include "runtime_lib/log1p.h"
#include "runtime_lib/logistic.h"
#include "runtime_lib/tanh.h"

#include <cstring>
#include <vector>

#include <catch2/catch.hpp>

using math_check::sweep;

namespace {

long double exp_of(long double x) {
    return std::exp(x);
}
long double exp_of_minus(long double x) {
    return std::exp(-std::fabs(x));
}
float exp_of_minus_f32(float x) {
    return exp_not_positive_f32(-std::fabs(x));
}
double exp_of_minus_f64(double x) {
    return exp_not_positive_f64(-std::fabs(x));
}
long double expm1_of(long double x) {
    return std::expm1(x);
}
long double log_of(long double x) {
    return std::log(x);
}
long double log1p_of(long double x) {
    return std::log1p(x);
}
long double tanh_of(long double x) {
    return std::tanh(x);
}
long double erf_of(long double x) {
    return std::erf(x);
}
long double logistic_of(long double x) {
    return 1 / (1 + std::exp(-x));
}

#ifdef __FP_FAST_FMAF
constexpr double kExp = 0.92; // ULP, with fused multiply-adds
#else
constexpr double kExp = 1.19;
#endif

template <typename T>
void ends_of_range(T (*exp)(T), T (*logistic)(T), std::vector<T> above, std::vector<T> below) {
    constexpr T kInfinity = std::numeric_limits<T>::infinity(), kNan = std::numeric_limits<T>::quiet_NaN();
    above.push_back(kInfinity);
    below.push_back(-kInfinity);
    for (const T x : above) {
        CHECK(exp(x) == kInfinity);
        CHECK(logistic(x) == T(1));
    }
    for (const T x : below) {
        CHECK(exp(x) == T(0));
        CHECK(logistic(x) == T(0));
    }
    for (const T x : {kNan, -kNan}) {
        CHECK(std::isnan(exp(x)));
        CHECK(std::isnan(logistic(x)));
    }
}

} // namespace

TEST_CASE("exp") {
    CHECK(sweep<float>(exp_f32, exp_of, -104, 89).error <= kExp);
    CHECK(sweep<double>(exp_f64, exp_of, -746, 710).error <= kExp);
}

TEST_CASE("exp beyond its range is infinite, 0, or NaN") {
    ends_of_range(exp_f32, logistic_f32, {88.8f, 128.0f, 150.0f, 1e6f, 1e8f, 3e38f},
                  {-104.5f, -128.0f, -200.0f, -1e6f, -1e8f, -3e38f});
    ends_of_range(exp_f64, logistic_f64, {710.0, 1024.0, 1200.0, 1e15, 1e17, 1e308},
                  {-747.0, -1024.0, -1200.0, -1e15, -1e17, -1e308});
}

TEST_CASE("exp of what is not positive") {
    CHECK(sweep<float>(exp_of_minus_f32, exp_of_minus, 0, 104).error <= kExp);
    CHECK(sweep<double>(exp_of_minus_f64, exp_of_minus, 0, 746).error <= kExp);
    CHECK(exp_not_positive_f32(-0.0f) == 1.0f);
    CHECK(exp_not_positive_f32(-1e30f) == 0.0f);
    CHECK(exp_not_positive_f64(-1e300) == 0.0);
    CHECK(exp_not_positive_f32(-std::numeric_limits<float>::infinity()) == 0.0f);
    CHECK(exp_not_positive_f64(-std::numeric_limits<double>::infinity()) == 0.0);
    CHECK(std::isnan(exp_not_positive_f32(std::numeric_limits<float>::quiet_NaN())));
    CHECK(std::isnan(exp_not_positive_f64(-std::numeric_limits<double>::quiet_NaN())));
    for (float x = 0.0f; x < 44.0f; x += 0.01f) // which rounding errors may reach
        CHECK(math_check::ulp_error(exp_not_positive_f32(x), exp_of(x)) <= kExp);
    for (double x = 0.0; x < 350.0; x += 0.1) CHECK(math_check::ulp_error(exp_not_positive_f64(x), exp_of(x)) <= kExp);
}

TEST_CASE("exp that is added to a number has the bits of exp where these matter") {
    const auto same = [](auto fast, auto slow, auto least) {
        return std::memcmp(&fast, &slow, sizeof fast) == 0 || (slow < least && fast >= 0 && fast < least);
    };
    std::uint64_t different = 0;
    for (std::uint64_t bits = 0; bits <= 0xffffffffu; bits += 37) {
        const float x = f32_from_bits(static_cast<std::uint32_t>(bits));
        if (std::isnan(x) ? !std::isnan(exp_addend_f32(x)) : !same(exp_addend_f32(x), exp_f32(x), 0x1p-125f))
            ++different;
    }
    for (double x = -800; x < 800; x += 0.00137)
        if (!same(exp_addend_f64(x), exp_f64(x), 0x1p-1021)) ++different;
    for (const double x : {-1e300, 1e300, 709.7, 709.79, -std::numeric_limits<double>::infinity(),
                           std::numeric_limits<double>::infinity(), 0.0, -0.0})
        if (!same(exp_addend_f64(x), exp_f64(x), 0x1p-1021)) ++different;
    CHECK(different == 0);
    CHECK(std::isnan(exp_addend_f64(std::numeric_limits<double>::quiet_NaN())));
}

TEST_CASE("expm1") {
    CHECK(sweep<float>(expm1_f32, expm1_of, -20, 40).error <= 1.18);
    CHECK(sweep<double>(expm1_f64, expm1_of, -40, 80).error <= 1.20);
}

TEST_CASE("log") {
    CHECK(sweep<float>(log_f32, log_of, 0.5, 4).error <= 0.96);
    CHECK(sweep<double>(log_f64, log_of, 0.5, 4).error <= 0.90);
}

TEST_CASE("log1p") {
    CHECK(sweep<float>(log1p_f32, log1p_of, -1, 4).error <= 1.05);
    CHECK(sweep<double>(log1p_f64, log1p_of, -1, 4).error <= 0.95);
}

TEST_CASE("tanh") {
    CHECK(sweep<float>(tanh_f32, tanh_of, -10, 10).error <= 1.72);
    CHECK(sweep<double>(tanh_f64, tanh_of, -20, 20).error <= 1.75);
}

TEST_CASE("logistic") {
    CHECK(sweep<float>(logistic_f32, logistic_of, -104, 20).error <= 1.97);
    CHECK(sweep<double>(logistic_f64, logistic_of, -746, 40).error <= 1.85);
}

TEST_CASE("erf") {
    CHECK(sweep<float>(erf_f32, erf_of, -4, 4).error <= 1.42);
    CHECK(sweep<double>(erf_f64, erf_of, -6, 6).error <= 1.25);
}
