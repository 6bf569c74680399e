// The helpers of integer ops against 128-bit arithmetic: all pairs of 8-bit operands, corners and random ones of wider
// types.
#include <catch2/catch.hpp>

#include <limits>
#include <random>
#include <type_traits>
#include <vector>

#include "runtime_lib/abs_integer.h"
#include "runtime_lib/add_integer.h"
#include "runtime_lib/clamp_index.h"
#include "runtime_lib/clz.h"
#include "runtime_lib/divide_integer.h"
#include "runtime_lib/maximum_integer.h"
#include "runtime_lib/minimum_integer.h"
#include "runtime_lib/mulhi.h"
#include "runtime_lib/multiply_integer.h"
#include "runtime_lib/negate_integer.h"
#include "runtime_lib/popcnt.h"
#include "runtime_lib/power_integer.h"
#include "runtime_lib/rem_integer.h"
#include "runtime_lib/shift_left.h"
#include "runtime_lib/shift_right_arithmetic.h"
#include "runtime_lib/shift_right_logical.h"
#include "runtime_lib/sign_integer.h"
#include "runtime_lib/subtract_integer.h"

namespace {

__extension__ typedef __int128 Wide;
__extension__ typedef unsigned __int128 WideBits;

template <typename T>
constexpr int kBits = static_cast<int>(8 * sizeof(T));

template <typename T>
std::vector<T> values() {
    std::vector<T> list;
    if constexpr (sizeof(T) == 1) {
        for (int i = 0; i < 256; ++i) list.push_back(static_cast<T>(i));
        return list;
    }
    for (int i = -3; i <= 70; ++i) list.push_back(static_cast<T>(i));
    for (int i = -2; i <= 2; ++i) {
        list.push_back(static_cast<T>(static_cast<Wide>(std::numeric_limits<T>::max()) + i));
        list.push_back(static_cast<T>(static_cast<Wide>(std::numeric_limits<T>::max() / 2) + i));
    }
    std::mt19937_64 random(1);
    for (int i = 0; i < 100; ++i) list.push_back(static_cast<T>(random() >> (random() % 64)));
    return list;
}

template <typename T>
Wide quotient(T a, T b) {
    return b == 0 ? Wide{-1} : Wide{a} / Wide{b};
}

template <typename T>
Wide rest(T a, T b) {
    return b == 0 ? Wide{a} : Wide{a} % Wide{b};
}

template <typename T>
Wide power(T base, T exponent) {
    if (exponent < 0) return base == 1 ? 1 : base == static_cast<T>(-1) ? (exponent % 2 == 0 ? 1 : -1) : 0;
    WideBits result = 1, square = static_cast<WideBits>(base);
    for (T e = exponent; e != 0; e = static_cast<T>(e / 2), square *= square)
        if (e % 2 != 0) result *= square;
    return static_cast<Wide>(result);
}

template <typename T>
Wide upper_half(T a, T b) {
    if constexpr (std::is_signed_v<T>) return (Wide{a} * Wide{b}) >> kBits<T>;
    return static_cast<Wide>((static_cast<WideBits>(a) * static_cast<WideBits>(b)) >> kBits<T>);
}

template <typename T>
bool fits(T amount) {
    return amount >= 0 && Wide{amount} < kBits<T>;
}

template <typename T>
Wide shifted_left(T x, T amount) {
    return fits(amount) ? static_cast<Wide>(static_cast<WideBits>(x) << static_cast<int>(amount)) : 0;
}

template <typename T>
Wide shifted_right_logical(T x, T amount) {
    return fits(amount) ? Wide{static_cast<std::make_unsigned_t<T>>(x)} >> static_cast<int>(amount) : 0;
}

template <typename T>
Wide shifted_right_arithmetic(T x, T amount) {
    return Wide{static_cast<std::make_signed_t<T>>(x)} >> (fits(amount) ? static_cast<int>(amount) : kBits<T> - 1);
}

template <typename T>
Wide leading_zeros(T x) {
    int count = 0;
    while (count < kBits<T> && ((static_cast<std::make_unsigned_t<T>>(x) >> (kBits<T> - 1 - count)) & 1) == 0) ++count;
    return count;
}

template <typename T>
Wide ones(T x) {
    int count = 0;
    for (int i = 0; i < kBits<T>; ++i) count += static_cast<int>((static_cast<std::make_unsigned_t<T>>(x) >> i) & 1);
    return count;
}

// helper(a, b) == wrap(expected(a, b)) for all pairs of values.
template <typename T, typename Expected>
void check(T (*helper)(T, T), Expected expected) {
    long wrong = 0;
    for (const T a : values<T>())
        for (const T b : values<T>())
            if (helper(a, b) != static_cast<T>(expected(a, b))) ++wrong;
    CHECK(wrong == 0);
}

template <typename T, typename Expected>
void check(T (*helper)(T), Expected expected) {
    long wrong = 0;
    for (const T x : values<T>())
        if (helper(x) != static_cast<T>(expected(x))) ++wrong;
    CHECK(wrong == 0);
}

#define FOR_EACH_TYPE(check_one, helper, expected)                                                                     \
    check_one(int8_t, helper##_s8, expected);                                                                          \
    check_one(int16_t, helper##_s16, expected);                                                                        \
    check_one(int32_t, helper##_s32, expected);                                                                        \
    check_one(int64_t, helper##_s64, expected);                                                                        \
    check_one(uint8_t, helper##_u8, expected);                                                                         \
    check_one(uint16_t, helper##_u16, expected);                                                                       \
    check_one(uint32_t, helper##_u32, expected);                                                                       \
    check_one(uint64_t, helper##_u64, expected)
#define FOR_SIGNED_TYPES(check_one, helper, expected)                                                                  \
    check_one(int8_t, helper##_s8, expected);                                                                          \
    check_one(int16_t, helper##_s16, expected);                                                                        \
    check_one(int32_t, helper##_s32, expected);                                                                        \
    check_one(int64_t, helper##_s64, expected)
#define BINARY(T, helper, expected) check<T>(helper, [](T a, T b) { return expected; })
#define UNARY(T, helper, expected) check<T>(helper, [](T x) { return expected; })

} // namespace

TEST_CASE("integer arithmetic wraps") {
    FOR_EACH_TYPE(BINARY, add, Wide{a} + Wide{b});
    FOR_EACH_TYPE(BINARY, subtract, Wide{a} - Wide{b});
    FOR_EACH_TYPE(BINARY, multiply, static_cast<WideBits>(a) * static_cast<WideBits>(b));
    FOR_EACH_TYPE(UNARY, negate, -Wide{x});
    FOR_SIGNED_TYPES(UNARY, abs, x < 0 ? -Wide{x} : Wide{x});
    FOR_SIGNED_TYPES(UNARY, sign, x < 0 ? -1 : x > 0);
}

TEST_CASE("the upper half of integer products") {
    FOR_EACH_TYPE(BINARY, mulhi, upper_half(a, b));
}

TEST_CASE("integer division by zero and overflow give numbers") {
    FOR_EACH_TYPE(BINARY, divide, quotient(a, b));
    FOR_EACH_TYPE(BINARY, rem, rest(a, b));
    CHECK(divide_s32(INT32_MIN, -1) == INT32_MIN);
    CHECK(rem_s64(INT64_MIN, -1) == 0);
    CHECK(divide_u8(7, 0) == 255);
    CHECK(divide_s8(7, 0) == -1);
}

TEST_CASE("integer power") {
    FOR_EACH_TYPE(BINARY, power, power(a, b));
    CHECK(power_s32(0, -1) == 0);
    CHECK(power_s32(-1, -3) == -1);
    CHECK(power_s32(2, -1) == 0);
    CHECK(power_u8(0, 0) == 1);
}

TEST_CASE("shifts by any amount") {
    FOR_EACH_TYPE(BINARY, shift_left, shifted_left(a, b));
    FOR_EACH_TYPE(BINARY, shift_right_logical, shifted_right_logical(a, b));
    FOR_EACH_TYPE(BINARY, shift_right_arithmetic, shifted_right_arithmetic(a, b));
}

TEST_CASE("bit counts") {
    FOR_EACH_TYPE(UNARY, clz, leading_zeros(x));
    FOR_EACH_TYPE(UNARY, popcnt, ones(x));
}

TEST_CASE("integer maximum and minimum") {
    FOR_EACH_TYPE(BINARY, maximum, a > b ? a : b);
    FOR_EACH_TYPE(BINARY, minimum, a < b ? a : b);
}

TEST_CASE("an index goes to the nearest place inside its bounds") {
    const auto nearest = [](Wide value, Wide low, Wide high) {
        return value < low ? low : value > high ? high : value;
    };
    for (const std::int32_t low : {-1, 0, 3, INT32_MIN})
        for (const std::int32_t high : {-1, 0, 3, 32, INT32_MAX}) {
            if (high < low) continue;
            for (const auto x : values<std::int32_t>()) CHECK(clamp_index_s32(x, low, high) == nearest(x, low, high));
            for (const auto x : values<std::uint32_t>()) CHECK(clamp_index_u32(x, low, high) == nearest(x, low, high));
            for (const auto x : values<std::int64_t>()) CHECK(clamp_index_s64(x, low, high) == nearest(x, low, high));
            for (const auto x : values<std::uint64_t>()) CHECK(clamp_index_u64(x, low, high) == nearest(x, low, high));
        }
}
