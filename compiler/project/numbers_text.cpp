#include "project/numbers_text.h"

#include <cmath>
#include <cstdio>

#include "evaluate/tensor.h"

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

} // namespace

Printed printed_as(ElementType type) {
    if (is_narrow_float(type)) return Printed::Bits;
    if (is_float(type)) return Printed::Real;
    return is_signed(type) ? Printed::Signed : Printed::Unsigned;
}

std::string printed_text(const Literal& literal, std::int64_t element) {
    const ElementType type = literal.shape.type;
    const auto size = static_cast<std::ptrdiff_t>(byte_size(type));
    const auto begin = literal.bytes.begin() + element * size;
    if (printed_as(type) == Printed::Bits) {
        unsigned bits = 0;
        for (std::ptrdiff_t i = size; i-- > 0;) bits = bits << 8 | std::to_integer<unsigned>(begin[i]);
        char text[24];
        std::snprintf(text, sizeof text, " 0x%04x", bits);
        return text;
    }
    const Tensor value = to_tensor({.shape = Shape::scalar(type), .bytes = {begin, begin + size}});
    if (printed_as(type) == Printed::Real) return real_text(value.reals()(0));
    const std::int64_t number = value.integers()(0);
    return " " + (printed_as(type) == Printed::Signed ? std::to_string(number)
                                                      : std::to_string(static_cast<std::uint64_t>(number)));
}

} // namespace hlo2cpp
