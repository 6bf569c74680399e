// f16 and bf16: all codes decode and encode; rounding against scaling by powers of two and rounding to even in double.
#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

#include "runtime_lib/bf16.h"
#include "runtime_lib/f16.h"
#include "runtime_lib/f32_from_f64.h"
#include "runtime_lib/narrow_from_f64.h"

namespace {

struct Format {
    int mantissa_bits, min_exponent, max_exponent;
};
constexpr Format kF16 = {10, -14, 15}, kBf16 = {7, -126, 127};

double decoded(const Format& format, uint32_t bits) {
    const int exponent_bits = 15 - format.mantissa_bits;
    const int field = static_cast<int>(bits >> format.mantissa_bits) & ((1 << exponent_bits) - 1);
    const int mantissa = static_cast<int>(bits) & ((1 << format.mantissa_bits) - 1);
    const double sign = (bits & 0x8000u) != 0 ? -1 : 1;
    if (field == (1 << exponent_bits) - 1)
        return mantissa != 0 ? std::numeric_limits<double>::quiet_NaN()
                             : sign * std::numeric_limits<double>::infinity();
    if (field == 0) return sign * std::ldexp(mantissa, format.min_exponent - format.mantissa_bits);
    return sign *
           std::ldexp(mantissa + (1 << format.mantissa_bits), field - 1 + format.min_exponent - format.mantissa_bits);
}

double rounded(const Format& format, double x) {
    if (!std::isfinite(x) || x == 0) return x;
    const int place = std::max(std::ilogb(x), format.min_exponent) - format.mantissa_bits;
    const double result = std::copysign(std::ldexp(std::nearbyint(std::ldexp(x, -place)), place), x);
    return std::fabs(result) >= std::ldexp(1.0, format.max_exponent + 1)
               ? std::copysign(std::numeric_limits<double>::infinity(), x)
               : result;
}

bool same(double a, double b) {
    return std::isnan(a) ? std::isnan(b) : a == b && std::signbit(a) == std::signbit(b);
}

// Every code, its neighbours and the halfway points on both sides, through all helpers.
void check_format(const Format& format, float (*decode)(uint16_t), float (*round)(float),
                  float (*round_from_f64)(double), uint16_t (*encode)(float), uint16_t (*bits_of)(float)) {
    long wrong = 0;
    for (uint32_t code = 0; code < 0x10000u; ++code) {
        const float value = decode(static_cast<uint16_t>(code));
        if (!same(static_cast<double>(value), decoded(format, code))) ++wrong;
        if (value == value && encode(value) != code) ++wrong;
        if (value == value && bits_of(value) != code) ++wrong;
        if (value != value && !std::isnan(decode(encode(value)))) ++wrong;
        if (std::signbit(value) != ((code & 0x8000u) != 0)) ++wrong;
        if (!same(static_cast<double>(round(value)), static_cast<double>(value))) ++wrong;
        const double next = decoded(format, (code & 0x7fffu) == 0x7fffu ? code : code + 1);
        const double middle = static_cast<double>(value) / 2 + next / 2;
        for (const double x : {middle, std::nextafter(middle, -INFINITY), std::nextafter(middle, INFINITY)}) {
            const float f = static_cast<float>(x);
            for (const float near : {f, std::nextafter(f, -INFINITY), std::nextafter(f, INFINITY)}) {
                if (!same(static_cast<double>(round(near)), rounded(format, static_cast<double>(near)))) ++wrong;
                if (!same(static_cast<double>(decode(encode(near))), rounded(format, static_cast<double>(near))))
                    ++wrong;
            }
            if (!same(static_cast<double>(round_from_f64(x)), rounded(format, x))) ++wrong;
        }
    }
    std::mt19937_64 random(1);
    for (int i = 0; i < 200000; ++i) {
        const float x = f32_from_bits(static_cast<uint32_t>(random()));
        if (!same(static_cast<double>(round(x)), rounded(format, static_cast<double>(x)))) ++wrong;
        const double y = f64_from_bits((random() & UINT64_C(0x87ffffffffffffff)) | UINT64_C(0x3800000000000000));
        if (!same(static_cast<double>(round_from_f64(y)), rounded(format, y))) ++wrong;
    }
    constexpr double kInfinity = std::numeric_limits<double>::infinity(),
                     kNan = std::numeric_limits<double>::quiet_NaN();
    for (const double x : {0.0, -0.0, 1e300, -1e300, 1e-300, -1e-300, 65519.999, 65520.0, 3.3961775e38, 3.4e38,
                           2.9802322387695312e-8, kInfinity, kNan})
        if (!same(static_cast<double>(round_from_f64(x)), rounded(format, x))) ++wrong;
    CHECK(wrong == 0);
}

// Side by side in memory, so that a compiler may make vectors of them.
__attribute__((noinline)) void round_pair(double* __restrict to, const double* __restrict from) {
    to[0] = static_cast<double>(f32_from_f64(from[0]));
    to[1] = static_cast<double>(f32_from_f64(from[1]));
}

} // namespace

TEST_CASE("numbers side by side are rounded to f32, though they become f64 again") {
    volatile double small = 0.1, large = 1e300;
    const double numbers[] = {small, large};
    double rounded[2] = {};
    round_pair(rounded, numbers);
    CHECK(rounded[0] == static_cast<double>(0.1f));
    CHECK(std::isinf(rounded[1]));
}

TEST_CASE("f16") {
    check_format(kF16, f32_from_f16, round_f16, round_f16_from_f64, f16_from_f32, f16_bits);
    CHECK(f16_from_f32(65520.0f) == 0x7c00);
    CHECK(f16_from_f32(65519.0f) == 0x7bff);
}

TEST_CASE("bf16") {
    check_format(kBf16, f32_from_bf16, round_bf16, round_bf16_from_f64, bf16_from_f32, bf16_bits);
    CHECK(bf16_from_f32(1.00390625f) == 0x3f80); // a tie
}
