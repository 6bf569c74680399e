// The helpers of integers of 2 and 4 bits, on all of their numbers.
#include <catch2/catch.hpp>

#include <cmath>
#include <limits>

#include "runtime_lib/clz.h"
#include "runtime_lib/integer_from_float.h"
#include "runtime_lib/mulhi.h"
#include "runtime_lib/popcnt.h"
#include "runtime_lib/shift_right_arithmetic.h"
#include "runtime_lib/shift_right_logical.h"
#include "runtime_lib/wrap.h"

namespace {

template <typename T>
struct Type {
    int bits;
    T (*wrap)(T);
    T (*clz)(T);
    T (*popcnt)(T);
    T (*mulhi)(T, T);
    T (*shift_right_logical)(T, T);
    T (*shift_right_arithmetic)(T, T);
    T (*from_f32)(float);
    T (*from_f64)(double);

    static constexpr bool is_signed = std::numeric_limits<T>::is_signed;
    int count() const { return 1 << bits; }
    int low() const { return is_signed ? -count() / 2 : 0; }
    int high() const { return low() + count() - 1; }
    // The number of the type with the same low bits.
    int number(int value) const { return (((value - low()) % count()) + count()) % count() + low(); }
};

template <typename T>
void check(const Type<T>& type) {
    for (int x = -128; x < 256; ++x) CHECK(type.wrap(static_cast<T>(x)) == type.number(x));
    for (int x = type.low(); x <= type.high(); ++x) {
        const T value = static_cast<T>(x);
        const int bits = x & (type.count() - 1);
        int zeros = 0, ones = 0;
        while (zeros < type.bits && (bits >> (type.bits - 1 - zeros)) == 0) ++zeros;
        for (int i = 0; i < type.bits; ++i) ones += (bits >> i) & 1;
        CHECK(type.clz(value) == type.number(zeros));
        CHECK(type.popcnt(value) == type.number(ones));
        const int as_signed = bits >= type.count() / 2 ? bits - type.count() : bits;
        for (int y = type.low(); y <= type.high(); ++y) {
            const bool inside = y >= 0 && y < type.bits;
            const T other = static_cast<T>(y);
            CHECK(type.shift_right_logical(value, other) == type.number(inside ? bits >> y : 0));
            CHECK(type.shift_right_arithmetic(value, other) == type.number(as_signed >> (inside ? y : type.bits - 1)));
            CHECK(type.mulhi(value, other) == type.number((x * y) >> type.bits));
        }
    }
    for (int quarters = -80; quarters <= 80; ++quarters) {
        const double x = quarters / 4.0;
        const double expected = std::trunc(std::fmin(std::fmax(x, type.low()), type.high()));
        CHECK(type.from_f64(x) == static_cast<int>(expected));
        CHECK(type.from_f32(static_cast<float>(x)) == static_cast<int>(expected));
    }
    CHECK(type.from_f32(std::numeric_limits<float>::quiet_NaN()) == 0);
    CHECK(type.from_f64(std::numeric_limits<double>::quiet_NaN()) == 0);
    CHECK(type.from_f32(std::numeric_limits<float>::infinity()) == type.high());
    CHECK(type.from_f64(-std::numeric_limits<double>::infinity()) == type.low());
}

#define HELPERS(type)                                                                                                  \
    wrap_##type, clz_##type, popcnt_##type, mulhi_##type, shift_right_logical_##type, shift_right_arithmetic_##type,   \
        type##_from_f32, type##_from_f64

} // namespace

TEST_CASE("integers of 2 bits") {
    check<int8_t>({2, HELPERS(s2)});
    check<uint8_t>({2, HELPERS(u2)});
}

TEST_CASE("integers of 4 bits") {
    check<int8_t>({4, HELPERS(s4)});
    check<uint8_t>({4, HELPERS(u4)});
}
