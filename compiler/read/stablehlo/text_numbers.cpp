#include "read/stablehlo/text_numbers.h"

#include <bit>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <string>

#include "ir/float_format.h"

namespace hlo2cpp::stablehlo {
namespace {

bool is_hexadecimal(std::string_view number) {
    return number.starts_with("0x") || number.starts_with("-0x");
}

std::optional<std::uint64_t> magnitude(std::string_view digits) {
    const bool hex = is_hexadecimal(digits);
    if (hex) digits.remove_prefix(2);
    std::uint64_t value = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value, hex ? 16 : 10);
    if (error != std::errc() || end != digits.data() + digits.size()) return std::nullopt;
    return value;
}

// A number without a sign may have all bits of a signed type: 255 : i8 is -1.
std::optional<std::uint64_t> integer_bits(std::string_view number, ElementType type) {
    const bool negative = number.starts_with('-');
    const std::optional<std::uint64_t> size = magnitude(number.substr(negative ? 1 : 0));
    if (!size) return std::nullopt;
    const int unused = 64 - info(type).bits;
    const std::uint64_t most = ~std::uint64_t{0} >> unused;
    if (negative && (is_unsigned(type) || *size > most / 2 + 1)) return std::nullopt;
    if (*size > most) return std::nullopt;
    const std::uint64_t high = (negative ? 0 - *size : *size) << unused;
    return is_signed(type) ? static_cast<std::uint64_t>(static_cast<std::int64_t>(high) >> unused) : high >> unused;
}

std::optional<double> decimal(std::string_view number) {
    double value = 0;
    const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), value);
    if (error == std::errc::invalid_argument || end != number.data() + number.size()) return std::nullopt;
    // Beyond the range of double: zero or infinity, which from_chars leaves to us.
    return error == std::errc() ? value : std::strtod(std::string(number).c_str(), nullptr);
}

std::optional<std::uint64_t> pattern_of(double value, ElementType type) {
    if (type == ElementType::F64) return std::bit_cast<std::uint64_t>(value);
    if (type == ElementType::F8E8M0FNU && value == 0) return 0; // the type has no zero; MLIR takes its least number
    if (type != ElementType::F32) return encode_float(type, value);
    const auto rounded = static_cast<float>(value);
    return std::isinf(rounded) ? std::nullopt : std::optional<std::uint64_t>(std::bit_cast<std::uint32_t>(rounded));
}

std::optional<std::uint64_t> real_bits(std::string_view number, ElementType type) {
    if (is_hexadecimal(number)) {
        const std::optional<std::uint64_t> bits = magnitude(number);
        const bool fits = bits && (*bits >> (info(type).bits - 1)) <= 1;
        return fits ? bits : std::nullopt;
    }
    const std::optional<double> value = decimal(number);
    return value && std::isfinite(*value) ? pattern_of(*value, type) : std::nullopt;
}

} // namespace

std::optional<std::uint64_t> number_bits(std::string_view number, ElementType type) {
    if (is_float(type)) return real_bits(number, type);
    if (is_pred(type))
        return number == "0" || number == "1" ? std::optional<std::uint64_t>(number == "1") : std::nullopt;
    return integer_bits(number, type);
}

} // namespace hlo2cpp::stablehlo
