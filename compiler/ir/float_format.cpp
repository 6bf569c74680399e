#include "ir/float_format.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "support/diagnostics.h"

namespace hlo2cpp {
namespace {

std::uint64_t ones(int bits) {
    return (std::uint64_t{1} << bits) - 1;
}

std::optional<std::uint64_t> nan_bits(const FloatFormat& format, std::uint64_t sign) {
    const std::uint64_t exponent = ones(format.exponent_bits) << format.mantissa_bits;
    switch (format.specials) {
    case FloatSpecials::Ieee: return sign | exponent | std::uint64_t{1} << (format.mantissa_bits - 1);
    case FloatSpecials::NanOnly: return sign | exponent | ones(format.mantissa_bits);
    case FloatSpecials::NegativeNan: return std::uint64_t{1} << (format.exponent_bits + format.mantissa_bits);
    case FloatSpecials::ExponentNan: return exponent;
    case FloatSpecials::None: break;
    }
    return std::nullopt;
}

// Magnitude patterns at and above this one are no finite values.
std::uint64_t finite_end(const FloatFormat& format) {
    const int bits = format.exponent_bits + format.mantissa_bits;
    switch (format.specials) {
    case FloatSpecials::Ieee: return ones(format.exponent_bits) << format.mantissa_bits;
    case FloatSpecials::NanOnly:
    case FloatSpecials::ExponentNan: return ones(bits);
    case FloatSpecials::NegativeNan:
    case FloatSpecials::None: break;
    }
    return std::uint64_t{1} << bits;
}

// The only format without a zero: the pattern is the exponent.
std::optional<std::uint64_t> encode_exponent(const FloatFormat& format, double value) {
    if (!(value > 0)) return std::nullopt;
    const double exponent = std::log2(value);
    // Halfway between 2^e and 2^(e+1) is 1.5 * 2^e; the tie goes up.
    double down = std::floor(exponent);
    const double ratio = value / std::ldexp(1.0, static_cast<int>(down));
    if (ratio >= 1.5) down += 1;
    const double field = down + format.bias;
    if (field < 0 || field >= static_cast<double>(finite_end(format))) return std::nullopt;
    return static_cast<std::uint64_t>(field);
}

} // namespace

FloatFormat float_format(ElementType type) {
    switch (type) {
    case ElementType::F4E2M1FN: return {2, 1, 1, FloatSpecials::None};
    case ElementType::F6E2M3FN: return {2, 3, 1, FloatSpecials::None};
    case ElementType::F6E3M2FN: return {3, 2, 3, FloatSpecials::None};
    case ElementType::F8E3M4: return {3, 4, 3, FloatSpecials::Ieee};
    case ElementType::F8E4M3: return {4, 3, 7, FloatSpecials::Ieee};
    case ElementType::F8E4M3FN: return {4, 3, 7, FloatSpecials::NanOnly};
    case ElementType::F8E4M3B11FNUZ: return {4, 3, 11, FloatSpecials::NegativeNan};
    case ElementType::F8E4M3FNUZ: return {4, 3, 8, FloatSpecials::NegativeNan};
    case ElementType::F8E5M2: return {5, 2, 15, FloatSpecials::Ieee};
    case ElementType::F8E5M2FNUZ: return {5, 2, 16, FloatSpecials::NegativeNan};
    case ElementType::F8E8M0FNU: return {8, 0, 127, FloatSpecials::ExponentNan};
    case ElementType::BF16: return {8, 7, 127, FloatSpecials::Ieee};
    case ElementType::F16: return {5, 10, 15, FloatSpecials::Ieee};
    case ElementType::F32: return {8, 23, 127, FloatSpecials::Ieee};
    case ElementType::F64: return {11, 52, 1023, FloatSpecials::Ieee};
    default: break;
    }
    check_internal(false, "float_format of a type that is no float");
    return {};
}

double decode_float(ElementType type, std::uint64_t bits) {
    if (type == ElementType::F64) return std::bit_cast<double>(bits);
    const FloatFormat format = float_format(type);
    const int magnitude_bits = format.exponent_bits + format.mantissa_bits;
    const std::uint64_t magnitude = bits & ones(magnitude_bits);
    const bool negative = (bits >> magnitude_bits & 1) != 0 && format.specials != FloatSpecials::ExponentNan;
    const double sign = negative ? -1.0 : 1.0;
    const bool negative_zero = format.specials == FloatSpecials::NegativeNan && negative && magnitude == 0;
    if (negative_zero || magnitude >= finite_end(format)) {
        const bool infinite = format.has_infinity() && magnitude == finite_end(format);
        return std::copysign(
            infinite ? std::numeric_limits<double>::infinity() : std::numeric_limits<double>::quiet_NaN(), sign);
    }
    if (format.specials == FloatSpecials::ExponentNan)
        return std::ldexp(1.0, static_cast<int>(magnitude) - format.bias);
    const auto field = static_cast<int>(magnitude >> format.mantissa_bits);
    const auto mantissa = static_cast<double>(magnitude & ones(format.mantissa_bits));
    const double implied = field == 0 ? 0.0 : std::ldexp(1.0, format.mantissa_bits);
    return sign * std::ldexp(implied + mantissa, (field == 0 ? 1 : field) - format.bias - format.mantissa_bits);
}

std::optional<std::uint64_t> encode_float(ElementType type, double value) {
    const FloatFormat format = float_format(type);
    const std::uint64_t sign =
        std::signbit(value) ? std::uint64_t{1} << (format.exponent_bits + format.mantissa_bits) : 0;
    if (std::isnan(value)) return nan_bits(format, sign);
    if (std::isinf(value)) {
        if (!format.has_infinity()) return std::nullopt;
        return sign | finite_end(format);
    }
    if (type == ElementType::F64) return std::bit_cast<std::uint64_t>(value);
    if (format.specials == FloatSpecials::ExponentNan) return encode_exponent(format, value);

    const double magnitude = std::fabs(value);
    if (magnitude == 0) return format.specials == FloatSpecials::NegativeNan ? 0 : sign;
    // The magnitude in units of the last place of its binade, or of the subnormals', rounded to even by nearbyint; a
    // carry moves to the next binade.
    const int exponent = std::max(std::ilogb(magnitude), 1 - format.bias);
    const double units = std::nearbyint(std::ldexp(magnitude, format.mantissa_bits - exponent));
    const auto field = static_cast<std::int64_t>(exponent + format.bias - 1);
    const double pattern = units + std::ldexp(static_cast<double>(field), format.mantissa_bits);
    if (pattern >= static_cast<double>(finite_end(format))) return std::nullopt;
    const auto bits = static_cast<std::uint64_t>(pattern);
    return format.specials == FloatSpecials::NegativeNan && bits == 0 ? 0 : sign | bits;
}

} // namespace hlo2cpp
