#include "project/numbers_text.h"

#include <cmath>
#include <cstdio>
#include <cstring>

namespace hlo2cpp {
namespace {

constexpr double kLargestFixed = 1e6, kLeastFixed = 1e-4; // others have an exponent

// As NAME_put_real of templates/project/put_real.tmpl.
std::string real_text(double value) {
    const std::string sign = value < 0 ? " -" : " ";
    if (std::isnan(value)) return sign + "nan";
    if (std::isinf(value)) return sign + "inf";
    const double size = std::abs(value);
    const bool fixed = size < kLargestFixed && (size == 0 || size >= kLeastFixed);
    char text[40];
    std::snprintf(text, sizeof text, fixed ? "%.6f" : "%.6e", size);
    return sign + text;
}

std::uint64_t bits_of(const Literal& literal, std::int64_t element) {
    const auto size = static_cast<std::size_t>(byte_size(literal.shape.type));
    std::uint64_t bits = 0;
    for (std::size_t i = size; i-- > 0;)
        bits =
            bits << 8 | std::to_integer<std::uint64_t>(literal.bytes.at(static_cast<std::size_t>(element) * size + i));
    return bits;
}

template <typename Real, typename Bits>
double real_of(std::uint64_t bits) {
    const Bits narrow = static_cast<Bits>(bits);
    Real value;
    static_assert(sizeof value == sizeof narrow);
    std::memcpy(&value, &narrow, sizeof value);
    return static_cast<double>(value);
}

std::int64_t signed_of(std::uint64_t bits, int width) {
    const std::uint64_t sign = std::uint64_t{1} << (width - 1);
    return static_cast<std::int64_t>((bits ^ sign) - sign);
}

} // namespace

Printed printed_as(ElementType type) {
    if (is_narrow_float(type)) return Printed::Bits;
    if (is_float(type)) return Printed::Real;
    return is_signed(type) ? Printed::Signed : Printed::Unsigned;
}

std::string printed_text(const Literal& literal, std::int64_t element) {
    const ElementType type = literal.shape.type;
    const std::uint64_t bits = bits_of(literal, element);
    switch (printed_as(type)) {
    case Printed::Real:
        return real_text(type == ElementType::F64 ? real_of<double, std::uint64_t>(bits)
                                                  : real_of<float, std::uint32_t>(bits));
    case Printed::Signed: return " " + std::to_string(signed_of(bits, static_cast<int>(byte_size(type)) * 8));
    case Printed::Unsigned: return " " + std::to_string(bits);
    case Printed::Bits: break;
    }
    char text[24];
    std::snprintf(text, sizeof text, " 0x%04x", static_cast<unsigned>(bits));
    return text;
}

} // namespace hlo2cpp
