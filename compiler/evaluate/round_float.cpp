#include "evaluate/round_float.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

#include "ir/float_format.h"
#include "support/diagnostics.h"

namespace hlo2cpp {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

// Exponent of a normal positive double; for zero and subnormal ones less than any narrow type's.
int exponent_of(double magnitude) {
    return static_cast<int>(std::bit_cast<std::uint64_t>(magnitude) >> 52) - 1023;
}

double power_of_two(int exponent) {
    return std::bit_cast<double>(static_cast<std::uint64_t>(exponent + 1023) << 52);
}

// The largest finite number.
double largest(const FloatFormat& format) {
    const int top = (1 << format.exponent_bits) - 1 - format.bias; // the exponent whose field is all ones
    const double step = power_of_two(-format.mantissa_bits);
    switch (format.specials) {
    case FloatSpecials::Ieee: return (2 - step) * power_of_two(top - 1);
    case FloatSpecials::NanOnly: return (2 - 2 * step) * power_of_two(top);
    case FloatSpecials::ExponentNan: return power_of_two(top - 1);
    case FloatSpecials::NegativeNan:
    case FloatSpecials::None: break;
    }
    return (2 - step) * power_of_two(top);
}

double overflow(const FloatFormat& format, double max) {
    if (format.has_infinity()) return kInfinity;
    return format.has_nan() ? kNan : max;
}

// Rounds to a multiple of the last place, 2^(exponent - mantissa_bits).
double round_magnitude(const FloatFormat& format, double magnitude) {
    const double max = largest(format);
    if (magnitude >= 2 * max) return overflow(format, max);
    const int exponent = std::max(exponent_of(magnitude), 1 - format.bias);
    const double last_place = power_of_two(exponent - format.mantissa_bits);
    const double rounded = nearest_even(magnitude / last_place) * last_place;
    return rounded > max ? overflow(format, max) : rounded;
}

// f8e8m0fnu has only powers of two, neither zero nor negative numbers; a tie goes to the larger one.
double round_power(const FloatFormat& format, double value) {
    const double smallest = power_of_two(-format.bias);
    if (!(static_cast<float>(value) > 0) || value >= 1.5 * largest(format)) return kNan;
    if (value < smallest) return smallest;
    const double low = power_of_two(exponent_of(value));
    return value < 1.5 * low ? low : 2 * low;
}

// Conversion between formats keeps a NaN's mantissa bits at the top.
constexpr int kDoubleMantissaBits = 52;
constexpr std::uint64_t kDoubleExponent = std::uint64_t{0x7ff} << kDoubleMantissaBits;

} // namespace

double nearest_even(double value) {
    const double below = std::floor(value), rest = value - below;
    if (!(rest > 0)) return value; // whole, infinite or NaN
    const bool up = rest > 0.5 || (rest == 0.5 && (static_cast<std::int64_t>(below) & 1) != 0);
    return std::copysign(up ? below + 1 : below, value);
}

double round_to_narrow(ElementType narrow, double value) {
    const FloatFormat format = float_format(narrow);
    if (format.specials == FloatSpecials::ExponentNan) return round_power(format, value);
    if (std::isnan(value)) return format.has_nan() ? value : -0.0;
    const double rounded = std::copysign(round_magnitude(format, std::abs(value)), value);
    return rounded == 0 && format.specials == FloatSpecials::NegativeNan ? 0.0 : rounded;
}

double number_from_bits(ElementType type, std::uint32_t bits) {
    const FloatFormat format = float_format(type);
    const double value = decode_float(type, bits);
    if (!std::isnan(value) || !format.has_infinity()) return value;
    const std::uint64_t sign = static_cast<std::uint64_t>(bits >> (format.exponent_bits + format.mantissa_bits)) << 63;
    const std::uint64_t mantissa = bits & ((std::uint32_t{1} << format.mantissa_bits) - 1);
    return std::bit_cast<double>(sign | kDoubleExponent | mantissa << (kDoubleMantissaBits - format.mantissa_bits));
}

std::uint32_t bits_from_number(ElementType type, double value) {
    const FloatFormat format = float_format(type);
    const std::optional<std::uint64_t> bits = encode_float(type, value);
    check_internal(bits.has_value(), "an element is no number of its type");
    if (!std::isnan(value) || !format.has_infinity()) return static_cast<std::uint32_t>(*bits);
    const std::uint32_t ones = (std::uint32_t{1} << format.mantissa_bits) - 1;
    const int lost_bits = kDoubleMantissaBits - format.mantissa_bits;
    const std::uint64_t mantissa = std::bit_cast<std::uint64_t>(value) >> lost_bits & ones;
    return static_cast<std::uint32_t>(mantissa == 0 ? *bits : (*bits & ~std::uint64_t{ones}) | mantissa);
}

} // namespace hlo2cpp
