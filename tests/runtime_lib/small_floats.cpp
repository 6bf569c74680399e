// Floats of 8 and fewer bits: every code, and the nearest of all numbers, found by looking at all of them.
#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <vector>

#include "runtime_lib/narrow_from_f64.h"

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

struct Format {
    int exponent_bits, mantissa_bits, bias;
    double over; // beyond the largest: infinity, NaN, or 0: the largest
    bool has_negative_zero;
    float (*decode)(uint8_t);
    float (*round)(float);
    uint8_t (*bits_of)(float);
    float (*round_from_f64)(double);

    uint32_t sign() const { return 1u << (exponent_bits + mantissa_bits); }
    uint32_t codes() const { return 2 * sign(); }
    // As if every exponent had finite numbers.
    double number(uint32_t code) const {
        const int field = static_cast<int>(code >> mantissa_bits);
        const int mantissa = static_cast<int>(code & ((1u << mantissa_bits) - 1));
        const int implied = field == 0 ? 0 : 1 << mantissa_bits;
        return std::ldexp(implied + mantissa, std::max(field, 1) - bias - mantissa_bits);
    }
    // The first code that is no finite number.
    uint32_t end() const {
        if (over == kInfinity) return ((1u << exponent_bits) - 1) << mantissa_bits;
        return has_negative_zero && over != 0 ? sign() - 1 : sign(); // f8e4m3fn has one NaN a sign
    }
    double decoded(uint32_t bits) const {
        const uint32_t code = bits & (sign() - 1);
        const double s = (bits & sign()) != 0 ? -1 : 1;
        if (!has_negative_zero && bits == sign()) return kNan;
        if (code >= end()) return over == kInfinity && code == end() ? s * kInfinity : kNan;
        return s * number(code);
    }
    double nearest(double x) const {
        if (std::isnan(x)) return over == 0 ? -0.0 : x;
        const double size = std::fabs(x);
        uint32_t best = 0;
        for (uint32_t code = 1; code <= end(); ++code) {
            const double now = std::fabs(number(code) - size), before = std::fabs(number(best) - size);
            if (now < before || (now == before && code % 2 == 0)) best = code;
        }
        const double largest = number(end() - 1);
        const bool beyond = best >= end() || size >= number(end());
        const double magnitude = beyond ? (over == 0 ? largest : over) : number(best);
        const double result = std::copysign(magnitude, x);
        return result == 0 && !has_negative_zero ? 0.0 : result;
    }
};

bool same(double a, double b) {
    return std::isnan(a) ? std::isnan(b) : a == b && std::signbit(a) == std::signbit(b);
}

void check(const Format& format) {
    long wrong = 0;
    const auto look_at = [&](double x) {
        const float f = static_cast<float>(x);
        for (const float near : {f, std::nextafter(f, -INFINITY), std::nextafter(f, INFINITY)})
            if (!same(static_cast<double>(format.round(near)), format.nearest(static_cast<double>(near)))) ++wrong;
        if (!same(static_cast<double>(format.round_from_f64(x)), format.nearest(x))) ++wrong;
    };
    for (uint32_t code = 0; code < format.codes(); ++code) {
        const float value = format.decode(static_cast<uint8_t>(code));
        if (!same(static_cast<double>(value), format.decoded(code))) ++wrong;
        if (value == value && format.bits_of(value) != code) ++wrong;
        if (value != value && format.decode(format.bits_of(value)) == value) ++wrong;
        if (value == value && !same(static_cast<double>(format.round(value)), static_cast<double>(value))) ++wrong;
        const uint32_t size = code & (format.sign() - 1);
        const double s = (code & format.sign()) != 0 ? -1 : 1;
        const double middle = s * (format.number(size) + format.number(size + 1)) / 2;
        for (const double x : {middle, std::nextafter(middle, -INFINITY), std::nextafter(middle, INFINITY)}) look_at(x);
    }
    std::mt19937_64 random(1);
    for (int i = 0; i < 2000; ++i) look_at(static_cast<double>(f32_from_bits(static_cast<uint32_t>(random()))));
    for (const double x : {0.0, -0.0, 1e30, -1e30, 1e-30, -1e-30, kInfinity, -kInfinity, kNan}) look_at(x);
    CHECK(wrong == 0);
}

#define FUNCTIONS(type) f32_from_##type, round_##type, type##_bits, round_##type##_from_f64

} // namespace

TEST_CASE("f8 with infinities") {
    check({5, 2, 15, kInfinity, true, FUNCTIONS(f8e5m2)});
    check({4, 3, 7, kInfinity, true, FUNCTIONS(f8e4m3)});
    check({3, 4, 3, kInfinity, true, FUNCTIONS(f8e3m4)});
}

TEST_CASE("f8 with a NaN alone") {
    check({4, 3, 7, kNan, true, FUNCTIONS(f8e4m3fn)});
    CHECK(round_f8e4m3fn(464.0f) == 448.0f);
    CHECK(std::isnan(round_f8e4m3fn(465.0f)));
}

TEST_CASE("f8 without a negative zero") {
    check({4, 3, 11, kNan, false, FUNCTIONS(f8e4m3b11fnuz)});
    check({4, 3, 8, kNan, false, FUNCTIONS(f8e4m3fnuz)});
    check({5, 2, 16, kNan, false, FUNCTIONS(f8e5m2fnuz)});
}

TEST_CASE("f4 of finite numbers alone") {
    check({2, 1, 1, 0, true, FUNCTIONS(f4e2m1fn)});
}

TEST_CASE("f8 of powers of two") {
    for (uint32_t code = 0; code < 255; ++code) {
        const auto bits = static_cast<uint8_t>(code);
        const double value = std::ldexp(1.0, static_cast<int>(code) - 127);
        CHECK(static_cast<double>(f32_from_f8e8m0fnu(bits)) == value);
        CHECK(f8e8m0fnu_bits(f32_from_f8e8m0fnu(bits)) == bits);
        CHECK(static_cast<double>(round_f8e8m0fnu(static_cast<float>(value * 1.499))) == value);
        const double next = static_cast<double>(round_f8e8m0fnu_from_f64(value * 1.5)); // a tie
        CHECK((code == 254 ? std::isnan(next) : next == 2 * value));
    }
    CHECK(std::isnan(f32_from_f8e8m0fnu(255)));
    for (const float x : {0.0f, -0.0f, -1.0f, INFINITY, NAN}) CHECK(std::isnan(round_f8e8m0fnu(x)));
    CHECK(round_f8e8m0fnu(1e-44f) == f32_from_f8e8m0fnu(0));
}
