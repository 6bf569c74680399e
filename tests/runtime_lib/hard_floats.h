// Floats at which arithmetic goes wrong first, and random ones.
#pragma once

#include "runtime_lib/bits.h"

#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <type_traits>
#include <vector>

namespace hard_floats {

template <typename F>
using Bits = std::conditional_t<sizeof(F) == 4, uint32_t, uint64_t>;

inline uint32_t bits(float x) {
    return bits_from_f32(x);
}
inline uint64_t bits(double x) {
    return bits_from_f64(x);
}
inline float from_bits(uint32_t x) {
    return f32_from_bits(x);
}
inline double from_bits(uint64_t x) {
    return f64_from_bits(x);
}

// The same bits, or both NaN.
template <typename F>
bool same(F a, F b) {
    return bits(a) == bits(b) || (std::isnan(a) && std::isnan(b));
}

// Of both signs: zero, subnormals, powers of two of all sizes with their neighbours and with what halves a last place,
// the largest, infinity, NaN.
template <typename F>
std::vector<F> values() {
    using Limits = std::numeric_limits<F>;
    constexpr int kDigits = Limits::digits, kLeast = Limits::min_exponent - 1, kMost = Limits::max_exponent - 1;
    std::vector<F> list = {
        0, Limits::infinity(), Limits::quiet_NaN(), Limits::max(), Limits::denorm_min(), F(3) * Limits::denorm_min()};
    for (const int exponent :
         {kLeast - kDigits / 2, kLeast - 1, kLeast, kLeast + 1, kLeast / 2, -kDigits - 1, -kDigits, 1 - kDigits, -1, 0,
          1, kDigits - 1, kDigits, kDigits + 1, kMost / 2, kMost / 2 + 1, kMost - 1, kMost}) {
        const F power = std::ldexp(F(1), exponent);
        for (const F x : {power, std::nextafter(power, F(0)), std::nextafter(power, Limits::max()), power * F(1.5)})
            list.push_back(x);
    }
    const std::size_t positive = list.size();
    for (std::size_t i = 0; i < positive; ++i) list.push_back(-list[i]);
    return list;
}

// Half of them have any bits, half an exponent near that of 1 and few digits, so that sums cancel and products are
// ties.
template <typename F>
F random_value(std::mt19937_64& random) {
    const F any = from_bits(static_cast<Bits<F>>(random()));
    if (random() % 2 == 0) return any;
    const int digits = static_cast<int>(random() % static_cast<unsigned>(std::numeric_limits<F>::digits)) + 1;
    const F mantissa = static_cast<F>(random() >> (64 - digits)) * (random() % 2 == 0 ? F(1) : F(-1));
    return std::ldexp(mantissa, static_cast<int>(random() % 32) - 16 - digits);
}

} // namespace hard_floats
