// The helpers of float ops that are no math functions: corners against corners.
#include <catch2/catch.hpp>

#include <cmath>
#include <cstring>
#include <limits>
#include <vector>

#include "runtime_lib/abs_float.h"
#include "runtime_lib/integer_from_float.h"
#include "runtime_lib/is_finite.h"
#include "runtime_lib/maximum_float.h"
#include "runtime_lib/minimum_float.h"
#include "runtime_lib/sign_float.h"
#include "runtime_lib/total_order_key.h"

namespace {

// In total order.
template <typename F>
std::vector<F> ordered() {
    using Limits = std::numeric_limits<F>;
    const std::vector<F> positive = {0,
                                     Limits::denorm_min(),
                                     Limits::min(),
                                     F(0.25),
                                     F(1) - Limits::epsilon(),
                                     1,
                                     F(1.5),
                                     2,
                                     255,
                                     256,
                                     F(65536),
                                     Limits::max(),
                                     Limits::infinity(),
                                     Limits::quiet_NaN()};
    std::vector<F> all;
    for (auto it = positive.rbegin(); it != positive.rend(); ++it) all.push_back(std::copysign(*it, F(-1)));
    all.insert(all.end(), positive.begin(), positive.end());
    return all;
}

template <typename F>
bool same(F a, F b) {
    return std::isnan(a) ? std::isnan(b) : a == b && std::signbit(a) == std::signbit(b);
}

template <typename F>
void check_extrema(F (*maximum)(F, F), F (*minimum)(F, F)) {
    const std::vector<F> list = ordered<F>();
    for (std::size_t i = 0; i < list.size(); ++i) {
        for (std::size_t j = 0; j < list.size(); ++j) {
            const F nan = std::numeric_limits<F>::quiet_NaN();
            const bool any_nan = std::isnan(list[i]) || std::isnan(list[j]);
            INFO(list[i] << " and " << list[j]);
            CHECK(same(maximum(list[i], list[j]), any_nan ? nan : list[std::max(i, j)]));
            CHECK(same(minimum(list[i], list[j]), any_nan ? nan : list[std::min(i, j)]));
        }
    }
}

template <typename I, typename F>
void check_to_integer(I (*convert)(F)) {
    using Limits = std::numeric_limits<I>;
    std::vector<F> list = ordered<F>();
    for (const int bits : {7, 8, 15, 16, 31, 32, 63, 64}) {
        const F power = std::ldexp(F(1), bits);
        const F below = std::nextafter(power, F(0)), above = std::nextafter(power, power * 2);
        for (const F x : {power, below, above, power - 1, power + 1, power - F(0.5)}) {
            list.push_back(x);
            list.push_back(-x);
        }
    }
    for (const F x : list) {
        INFO(x);
        const F whole = std::trunc(x);
        I expected = 0;
        if (std::isnan(x))
            expected = 0;
        else if (whole >= std::ldexp(F(1), Limits::digits))
            expected = Limits::max();
        else if (whole <= static_cast<F>(Limits::min()))
            expected = Limits::min();
        else
            expected = static_cast<I>(whole);
        CHECK(convert(x) == expected);
    }
}

} // namespace

TEST_CASE("maximum and minimum order zeros, and a NaN wins") {
    check_extrema<float>(maximum_f32, minimum_f32);
    check_extrema<double>(maximum_f64, minimum_f64);
}

TEST_CASE("sign, abs and is_finite at the corners") {
    for (const float x : ordered<float>()) {
        INFO(x);
        CHECK(same(sign_f32(x), std::isnan(x) || x == 0 ? x : std::copysign(1.0f, x)));
        CHECK(same(abs_f32(x), std::fabs(x)));
        CHECK(is_finite_f32(x) == std::isfinite(x));
    }
    for (const double x : ordered<double>()) {
        INFO(x);
        CHECK(same(sign_f64(x), std::isnan(x) || x == 0 ? x : std::copysign(1.0, x)));
        CHECK(same(abs_f64(x), std::fabs(x)));
        CHECK(is_finite_f64(x) == std::isfinite(x));
    }
}

TEST_CASE("total order keys rise") {
    const std::vector<float> floats = ordered<float>();
    for (std::size_t i = 1; i < floats.size(); ++i)
        CHECK(total_order_key_f32(floats[i - 1]) < total_order_key_f32(floats[i]));
    const std::vector<double> doubles = ordered<double>();
    for (std::size_t i = 1; i < doubles.size(); ++i)
        CHECK(total_order_key_f64(doubles[i - 1]) < total_order_key_f64(doubles[i]));
}

TEST_CASE("floats become integers by truncation that saturates") {
    check_to_integer<int8_t, float>(s8_from_f32);
    check_to_integer<int16_t, float>(s16_from_f32);
    check_to_integer<int32_t, float>(s32_from_f32);
    check_to_integer<int64_t, float>(s64_from_f32);
    check_to_integer<uint8_t, float>(u8_from_f32);
    check_to_integer<uint16_t, float>(u16_from_f32);
    check_to_integer<uint32_t, float>(u32_from_f32);
    check_to_integer<uint64_t, float>(u64_from_f32);
    check_to_integer<int8_t, double>(s8_from_f64);
    check_to_integer<int16_t, double>(s16_from_f64);
    check_to_integer<int32_t, double>(s32_from_f64);
    check_to_integer<int64_t, double>(s64_from_f64);
    check_to_integer<uint8_t, double>(u8_from_f64);
    check_to_integer<uint16_t, double>(u16_from_f64);
    check_to_integer<uint32_t, double>(u32_from_f64);
    check_to_integer<uint64_t, double>(u64_from_f64);
}
