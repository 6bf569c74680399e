// The floating-point arithmetic of runtime_lib/soft_*.h against the host's, which is IEEE's.
#pragma once

#include "hard_floats.h"

#include "runtime_lib/soft_add_f32.h"
#include "runtime_lib/soft_add_f64.h"
#include "runtime_lib/soft_compare.h"
#include "runtime_lib/soft_convert.h"
#include "runtime_lib/soft_divide_f32.h"
#include "runtime_lib/soft_divide_f64.h"
#include "runtime_lib/soft_multiply_f32.h"
#include "runtime_lib/soft_multiply_f64.h"

#include <sstream>
#include <string>

namespace soft_float_check {

using hard_floats::Bits;
using hard_floats::bits;
using hard_floats::from_bits;

template <typename F>
struct Arithmetic;
template <>
struct Arithmetic<float> {
    static constexpr auto add = soft_add_f32, multiply = soft_multiply_f32, divide = soft_divide_f32;
    static constexpr auto less = soft_less_f32, less_equal = soft_less_equal_f32, equal = soft_equal_f32;
};
template <>
struct Arithmetic<double> {
    static constexpr auto add = soft_add_f64, multiply = soft_multiply_f64, divide = soft_divide_f64;
    static constexpr auto less = soft_less_f64, less_equal = soft_less_equal_f64, equal = soft_equal_f64;
};

// Counts, and describes the first one: a wrong function does not print a million lines.
struct Differences {
    long count = 0;
    std::string first;

    template <typename A, typename B, typename R>
    void add(const char* what, A a, B b, R got, R want) {
        if (count++ > 0) return;
        std::ostringstream text;
        text << std::hexfloat << a << ' ' << what << ' ' << b << ": " << got << ", not " << want;
        first = text.str();
    }

    template <typename F>
    void number(const char* what, F a, F b, Bits<F> got, F want) {
        if (!hard_floats::same(from_bits(got), want)) add(what, a, b, from_bits(got), want);
    }

    template <typename F>
    void truth(const char* what, F a, F b, bool got, bool want) {
        if (got != want) add(what, a, b, got, want);
    }

    template <typename F>
    void pair(F a, F b) {
        using Own = Arithmetic<F>;
        const Bits<F> x = bits(a), y = bits(b);
        number("+", a, b, Own::add(x, y), a + b);
        number("*", a, b, Own::multiply(x, y), a * b);
        number("/", a, b, Own::divide(x, y), a / b);
        truth("<", a, b, Own::less(x, y), a < b);
        truth("<=", a, b, Own::less_equal(x, y), a <= b);
        truth("==", a, b, Own::equal(x, y), a == b);
    }

    void conversions(float single, double wide, int32_t integer) {
        number("as f64", static_cast<double>(single), 0.0, soft_f64_from_f32(bits(single)),
               static_cast<double>(single));
        number("as f32", static_cast<float>(wide), 0.0f, soft_f32_from_f64(bits(wide)), static_cast<float>(wide));
        number("of s32", static_cast<float>(integer), 0.0f, soft_f32_from_s32(integer), static_cast<float>(integer));
        number("of s32", static_cast<double>(integer), 0.0, soft_f64_from_s32(integer), static_cast<double>(integer));
    }
};

// Also where sums cancel and results are at the ends of the exponents.
template <typename F>
void random_pairs(long count, uint64_t seed, Differences& differences) {
    std::mt19937_64 random(seed);
    for (long i = 0; i < count; i += 4) {
        const F a = hard_floats::random_value<F>(random), b = hard_floats::random_value<F>(random);
        differences.pair(a, b);
        differences.pair(a, std::ldexp(a, static_cast<int>(random() % 128) - 64));
        differences.pair(a, -std::nextafter(a, b));
        differences.pair(
            b, std::ldexp(F(1) / b, static_cast<int>(random() % 4) - 1 + std::numeric_limits<F>::min_exponent));
    }
}

// Doubles are also next to floats, or halfway between two.
inline void random_conversions(long count, uint64_t seed, Differences& differences) {
    std::mt19937_64 random(seed);
    for (long i = 0; i < count; i += 2) {
        const float single = hard_floats::random_value<float>(random);
        const int32_t integer = static_cast<int32_t>(random() >> 32) >> random() % 32;
        const double half = static_cast<double>(std::nextafter(single, 0.0f)) / 2 + static_cast<double>(single) / 2;
        differences.conversions(single, hard_floats::random_value<double>(random), integer);
        differences.conversions(single, random() % 4 == 0 ? half : std::nextafter(half, random() % 2 == 0 ? 0 : 1e300),
                                integer);
    }
}

} // namespace soft_float_check
