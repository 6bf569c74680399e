#include "arguments.h"

#include "runtime_lib/bits.h"

#include <cmath>
#include <limits>
#include <type_traits>

namespace accuracy {
namespace {

template <class T>
constexpr bool is_complex = std::is_same_v<T, c64> || std::is_same_v<T, c128>;

// Where something changes: zeros, subnormals, powers of two, integers, overflow and underflow of exp and sinh, the
// doubles that are nearest to multiples of pi / 2, infinity, NaN; with neighbours.
template <class T>
std::vector<T> real_corners() {
    using Limits = std::numeric_limits<T>;
    std::vector<T> corners = {T(0), Limits::infinity(), Limits::quiet_NaN()};
    const double centers[] = {0,
                              static_cast<double>(Limits::min()),
                              0.25,
                              0.5,
                              0.70710678118654752,
                              0.75,
                              1,
                              1.4142135623730951,
                              1.5,
                              1.5707963267948966,
                              2,
                              3,
                              3.1415926535897931,
                              7.5,
                              10,
                              22,
                              128,
                              1022,
                              1024,
                              static_cast<double>(std::log(Limits::max())),
                              static_cast<double>(std::log(Limits::min())),
                              static_cast<double>(std::log(Limits::denorm_min())),
                              static_cast<double>(std::log(Limits::max())) + 0.69314718055994531,
                              1600,
                              8192,
                              16777216,
                              4194304,
                              268435456,
                              9007199254740992,
                              45.553093477052,
                              14461176.67027838,
                              0x1.504cac51f1eafp+131,
                              0x1.6ac5b262ca1ffp+849,
                              0x1.6ac5b262ca1ffp+850,
                              0x1.6ac5b262ca1ffp+851,
                              0x1.e009c53148be1p+991,
                              0x1p300,
                              static_cast<double>(Limits::max())};
    for (const double center : centers) {
        T above = static_cast<T>(center);
        if (std::isinf(above)) continue;
        T below = above;
        for (int i = 0; i < 5; ++i) {
            corners.push_back(above);
            corners.push_back(below);
            above = std::nextafter(above, Limits::infinity());
            below = std::nextafter(below, T(0));
        }
    }
    const std::size_t count = corners.size();
    for (std::size_t i = 0; i < count; ++i) corners.push_back(-corners[i]);
    return corners;
}

template <class T>
std::vector<T> corners_of(const Function<T>& function) {
    if constexpr (is_complex<T>) {
        static_cast<void>(function);
        using Part = decltype(T::re);
        const Part parts[] = {0,         Part(1e-30), Part(1e-3), Part(0.5), 1, std::nextafter(Part(1), Part(2)),
                              Part(1.5), 3,           20};
        std::vector<T> corners;
        for (const Part re : parts) {
            for (const Part im : parts) {
                for (const T x : {T{re, im}, T{-re, im}, T{re, -im}, T{-re, -im}}) corners.push_back(x);
            }
        }
        return corners;
    } else {
        return real_corners<T>();
    }
}

// In [0, 1).
double fraction(std::mt19937_64& random) {
    return static_cast<double>(random() >> 11) * 0x1p-53;
}

// In [0, 2^-k) for a random k in [0, most).
double small_fraction(std::mt19937_64& random, int most) {
    return std::ldexp(fraction(random), -static_cast<int>(random() % static_cast<unsigned>(most)));
}

template <class T>
T any_bits(std::mt19937_64& random) {
    if constexpr (std::is_same_v<T, float>) {
        return f32_from_bits(static_cast<std::uint32_t>(random()));
    } else {
        return f64_from_bits(random());
    }
}

double signed_by(double size, std::mt19937_64& random) {
    return random() >> 63 != 0 ? -size : size;
}

// Any pattern of bits; evenly over the curve; near 0; near 1; next to a multiple of pi / 2.
template <class T>
T random_argument(const Function<T>& function, std::mt19937_64& random) {
    switch (random() % 5) {
    case 0: return any_bits<T>(random);
    case 1: return static_cast<T>(function.low + (function.high - function.low) * fraction(random));
    case 2: return static_cast<T>(signed_by(function.high * small_fraction(random, 60), random));
    case 3: return static_cast<T>(1 + signed_by(small_fraction(random, 52), random));
    default:
        return static_cast<T>(std::floor(static_cast<long double>(small_fraction(random, 32) * 0x1p32)) *
                              1.57079632679489661923L);
    }
}

// Any two patterns of bits; numbers of similar size; a base and an exponent where the power is ordinary, overflows or
// underflows; a base near 1.
template <class T>
void random_pair_of(T& x, T& y, std::mt19937_64& random) {
    const double edges[] = {std::numeric_limits<T>::max_exponent, std::numeric_limits<T>::min_exponent,
                            std::numeric_limits<T>::min_exponent - std::numeric_limits<T>::digits};
    x = any_bits<T>(random);
    y = any_bits<T>(random);
    switch (random() >> 61) {
    case 0: break;
    case 1:
    case 2:
        x = static_cast<T>(signed_by(small_fraction(random, 30), random));
        y = static_cast<T>(signed_by(small_fraction(random, 30), random));
        break;
    case 3:
        x = static_cast<T>(random() % 1000);
        y = static_cast<T>(random() % 64);
        break;
    case 4:
    case 5:
        x = static_cast<T>(1 + signed_by(small_fraction(random, 40), random));
        y = static_cast<T>(edges[random() % 3] / std::log2(static_cast<double>(x)) * (1 - small_fraction(random, 50)));
        break;
    default:
        x = static_cast<T>(std::fabs(static_cast<double>(x)));
        y = static_cast<T>(edges[random() % 3] / std::log2(static_cast<double>(x)) * (1 - small_fraction(random, 50)));
    }
}

template <class T>
T random_complex(const Function<T>& function, std::mt19937_64& random) {
    using Part = decltype(T::re);
    const double high = std::ldexp(1.0, static_cast<int>(function.high));
    const auto part = [&] { return static_cast<Part>(signed_by(high * small_fraction(random, 40), random)); };
    const T x = {part(), part()};
    if (random() >> 62 != 0) return x;
    const double angle = fraction(random) * 6.283185307179586; // next to the circle on which logarithms vanish
    const double size = 1 + signed_by(small_fraction(random, 52), random);
    return {static_cast<Part>(std::cos(angle) * size), static_cast<Part>(std::sin(angle) * size)};
}

} // namespace

std::size_t AllFloats::next(float* x, float*, std::size_t most) {
    std::size_t count = 0;
    for (; count < most && bits_ >> 32 == 0; bits_ += stride_)
        x[count++] = f32_from_bits(static_cast<std::uint32_t>(bits_));
    return count;
}

template <class T>
HardAndRandom<T>::HardAndRandom(const Function<T>& function, std::uint64_t count)
    : function_(function), corners_(corners_of(function)), random_(1) {
    end_corners_ = corners_.size() * (function.binary ? corners_.size() : 1);
    end_ = end_corners_ + count;
}

template <class T>
std::size_t HardAndRandom<T>::next(T* x, T* y, std::size_t most) {
    std::size_t count = 0;
    for (; count < most && at_ < end_; ++count, ++at_) {
        if (at_ < end_corners_) {
            x[count] = corners_[at_ % corners_.size()];
            y[count] = corners_[at_ / corners_.size()];
        } else {
            random_pair(x[count], y[count]);
        }
    }
    return count;
}

template <class T>
void HardAndRandom<T>::random_pair(T& x, T& y) {
    if constexpr (is_complex<T>) {
        x = random_complex(function_, random_);
        y = random_complex(function_, random_);
    } else if (function_.binary) {
        random_pair_of(x, y, random_);
    } else {
        x = y = random_argument(function_, random_);
    }
}

template class HardAndRandom<float>;
template class HardAndRandom<double>;
template class HardAndRandom<c64>;
template class HardAndRandom<c128>;

} // namespace accuracy
