#include "math_check.h"
#include "runtime_lib/acosh.h"
#include "runtime_lib/asinh.h"
#include "runtime_lib/atanh.h"
#include "runtime_lib/cosh.h"
#include "runtime_lib/sinh.h"

#include <catch2/catch.hpp>

using math_check::sweep;
using math_check::ulp_error;

namespace {

long double acosh_of(long double x) {
    return std::acosh(x);
}
long double asinh_of(long double x) {
    return std::asinh(x);
}
long double atanh_of(long double x) {
    return std::atanh(x);
}
long double cosh_of(long double x) {
    return std::cosh(x);
}
long double sinh_of(long double x) {
    return std::sinh(x);
}

} // namespace

TEST_CASE("acosh") {
    CHECK(sweep<float>(acosh_f32, acosh_of, 1, 6).error <= 1.82);
    CHECK(sweep<double>(acosh_f64, acosh_of, 1, 6).error <= 1.82);
}

TEST_CASE("the root and the rest of acosh next to 1 are summed without loss") {
    CHECK(ulp_error(acosh_f32(1.02865505f), acosh_of(1.02865505f)) <= 1.82);
    CHECK(ulp_error(acosh_f32(1.03111219f), acosh_of(1.03111219f)) <= 1.82);
}

TEST_CASE("asinh") {
    CHECK(sweep<float>(asinh_f32, asinh_of, -6, 6).error <= 1.75);
    CHECK(sweep<double>(asinh_f64, asinh_of, -6, 6).error <= 1.75);
}

TEST_CASE("atanh") {
    CHECK(sweep<float>(atanh_f32, atanh_of, -1, 1).error <= 1.80);
    CHECK(sweep<double>(atanh_f64, atanh_of, -1, 1).error <= 1.80);
}

TEST_CASE("cosh") {
    CHECK(sweep<float>(cosh_f32, cosh_of, -91, 91).error <= 1.70);
    CHECK(sweep<double>(cosh_f64, cosh_of, -712, 712).error <= 1.83);
    CHECK(sweep<float>(cosh_f32, cosh_of, -4, 4).error <= 1.70);
    CHECK(sweep<double>(cosh_f64, cosh_of, -4, 4).error <= 1.83);
}

TEST_CASE("sinh") {
    CHECK(sweep<float>(sinh_f32, sinh_of, -91, 91).error <= 1.75);
    CHECK(sweep<double>(sinh_f64, sinh_of, -712, 712).error <= 1.83);
    CHECK(sweep<float>(sinh_f32, sinh_of, -4, 4).error <= 1.75);
    CHECK(sweep<double>(sinh_f64, sinh_of, -4, 4).error <= 1.83);
}

TEST_CASE("sinh below 1 is no difference of exponentials") {
    CHECK(ulp_error(sinh_f32(-0.119828753f), sinh_of(-0.119828753f)) <= 1.75);
}

TEST_CASE("cosh and sinh overflow where their results do") {
    float x = 89.0f;
    for (int i = 0; x < 90.0f; ++i, x = std::nextafter(x, 100.0f)) {
        if (x > 89.41f && x < 89.42f) {
            CHECK(ulp_error(cosh_f32(x), cosh_of(x)) <= 1.70);
            CHECK(ulp_error(sinh_f32(x), sinh_of(x)) <= 1.75);
        }
    }
    double y = 710.4758600739;
    for (int i = 0; i < 20000; ++i, y = std::nextafter(y, 1e3)) {
        if (ulp_error(cosh_f64(y), cosh_of(y)) > 1.60) FAIL(y);
        if (ulp_error(sinh_f64(y), sinh_of(y)) > 2.20) FAIL(y);
    }
}
