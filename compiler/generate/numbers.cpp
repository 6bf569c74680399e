#include "generate/numbers.h"

#include <bit>
#include <charconv>
#include <cmath>
#include <cstring>
#include <limits>

#include "ir/float_format.h"
#include "support/diagnostics.h"

namespace hlo2cpp {
namespace {

template <typename T>
T read(const std::byte* element) {
    T value;
    std::memcpy(&value, element, sizeof value);
    return value;
}

std::string hexadecimal(std::uint64_t value) {
    char text[20];
    const auto end = std::to_chars(text, text + sizeof text, value, 16).ptr;
    return "0x" + std::string(text, end);
}

template <typename Float>
std::string shortest(Float value) {
    char text[64];
    std::string number(text, std::to_chars(text, text + sizeof text, value).ptr);
    if (number.find_first_of(".e") == number.npos) number += ".0";
    return number;
}

// A NaN literal from sign, quiet or signaling, and payload.
std::string nan_literal(bool negative, bool quiet, std::uint64_t payload, const char* suffix) {
    return std::string(negative ? "-" : "") + (quiet ? "__builtin_nan" : "__builtin_nans") + suffix + "(\"" +
           (payload == 0 ? "" : hexadecimal(payload)) + "\")";
}

std::string unsigned_literal(std::uint64_t value) {
    if (value <= static_cast<std::uint64_t>(std::numeric_limits<std::int32_t>::max())) return std::to_string(value);
    if (value <= std::numeric_limits<std::uint32_t>::max()) return std::to_string(value) + "u";
    return "UINT64_C(" + std::to_string(value) + ")";
}

std::string integer_element(ElementType type, const std::byte* element) {
    switch (byte_size(type) * (is_signed(type) ? 1 : -1)) {
    case 1: return integer_literal(read<std::int8_t>(element));
    case 2: return integer_literal(read<std::int16_t>(element));
    case 4: return integer_literal(read<std::int32_t>(element));
    case 8: return integer_literal(read<std::int64_t>(element));
    case -1: return unsigned_literal(read<std::uint8_t>(element));
    case -2: return unsigned_literal(read<std::uint16_t>(element));
    case -4: return unsigned_literal(read<std::uint32_t>(element));
    default: return unsigned_literal(read<std::uint64_t>(element));
    }
}

float half_value(std::uint16_t bits) {
    const int exponent = (bits >> 10) & 31, mantissa = bits & 1023;
    if (exponent == 31) { // infinity and NaN: the same bits, moved
        return std::bit_cast<float>((static_cast<std::uint32_t>(bits & 0x8000) << 16) | 0x7f800000u |
                                    (static_cast<std::uint32_t>(mantissa) << 13));
    }
    return static_cast<float>(decode_float(ElementType::F16, bits));
}

} // namespace

std::string float_literal(float value) {
    if (std::isinf(value)) return value < 0 ? "-__builtin_inff()" : "__builtin_inff()";
    if (std::isnan(value)) {
        const auto bits = std::bit_cast<std::uint32_t>(value);
        return nan_literal(std::signbit(value), (bits & 0x400000u) != 0, bits & 0x3fffffu, "f");
    }
    return shortest(value) + "f";
}

std::string double_literal(double value) {
    if (std::isinf(value)) return value < 0 ? "-__builtin_inf()" : "__builtin_inf()";
    if (std::isnan(value)) {
        const auto bits = std::bit_cast<std::uint64_t>(value);
        return nan_literal(std::signbit(value), (bits & 0x8000000000000u) != 0, bits & 0x7ffffffffffffu, "");
    }
    return shortest(value);
}

std::string integer_literal(std::int64_t value) {
    constexpr std::int64_t kMin32 = std::numeric_limits<std::int32_t>::min();
    if (value == std::numeric_limits<std::int64_t>::min()) return "INT64_MIN";
    if (value == kMin32) return "INT32_MIN";
    if (value > kMin32 && value <= std::numeric_limits<std::int32_t>::max()) return std::to_string(value);
    return (value < 0 ? "-INT64_C(" : "INT64_C(") + std::to_string(value < 0 ? -value : value) + ")";
}

std::string memory_literal(ElementType type, const std::byte* element) {
    if (type == ElementType::F32) return float_literal(read<float>(element));
    if (type == ElementType::F64) return double_literal(read<double>(element));
    if (type == ElementType::C64)
        return "{" + float_literal(read<float>(element)) + ", " + float_literal(read<float>(element + 4)) + "}";
    if (type == ElementType::C128)
        return "{" + double_literal(read<double>(element)) + ", " + double_literal(read<double>(element + 8)) + "}";
    if (is_integer(type)) return integer_element(type, element);
    if (byte_size(type) == 2) return hexadecimal(read<std::uint16_t>(element));
    return is_pred(type) ? std::to_string(read<std::uint8_t>(element)) : hexadecimal(read<std::uint8_t>(element));
}

std::string value_literal(ElementType type, const std::byte* element) {
    if (is_pred(type)) return read<std::uint8_t>(element) != 0 ? "true" : "false";
    if (type == ElementType::BF16)
        return float_literal(std::bit_cast<float>(static_cast<std::uint32_t>(read<std::uint16_t>(element)) << 16));
    if (type == ElementType::F16) return float_literal(half_value(read<std::uint16_t>(element)));
    if (is_narrow_float(type))
        return "f32_from_" + std::string(info(type).name) + "(" + memory_literal(type, element) + ")";
    if (is_complex(type)) return std::string(info(type).value_type) + memory_literal(type, element);
    return memory_literal(type, element);
}

} // namespace hlo2cpp
