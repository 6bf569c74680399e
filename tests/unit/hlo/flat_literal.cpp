#include "unit/hlo/flat_literal.h"

#include <charconv>
#include <cmath>
#include <cstring>

#include "ir/float_format.h"

namespace hlo2cpp {
namespace {

template <typename T>
std::string number(T value) {
    char buffer[40];
    const auto end = std::to_chars(buffer, buffer + sizeof buffer, value).ptr;
    return {buffer, end};
}

std::uint64_t bits_of(const Literal& literal, ElementType type, std::size_t offset) {
    std::uint64_t bits = 0;
    std::memcpy(&bits, literal.bytes.data() + offset, static_cast<std::size_t>(byte_size(type)));
    return bits;
}

// NaNs with their bits, so that equal text is equal bits.
std::string float_text(ElementType type, std::uint64_t bits) {
    const double value = decode_float(type, bits);
    if (std::isnan(value)) {
        char buffer[20];
        const auto end = std::to_chars(buffer, buffer + sizeof buffer, bits, 16).ptr;
        return "nan(0x" + std::string(buffer, end) + ")";
    }
    return type == ElementType::F32 ? number(static_cast<float>(value)) : number(value);
}

std::string element_text(const Literal& literal, std::int64_t element) {
    const ElementType type = literal.shape.type;
    const auto size = static_cast<std::size_t>(byte_size(type));
    const std::size_t offset = static_cast<std::size_t>(element) * size;
    if (is_complex(type)) {
        const ElementType part = type == ElementType::C64 ? ElementType::F32 : ElementType::F64;
        return "(" + float_text(part, bits_of(literal, part, offset)) + ", " +
               float_text(part, bits_of(literal, part, offset + size / 2)) + ")";
    }
    const std::uint64_t bits = bits_of(literal, type, offset);
    if (is_float(type)) return float_text(type, bits);
    if (!is_signed(type)) return number(bits);
    const auto unused = static_cast<unsigned>(64 - 8 * size);
    return number(static_cast<std::int64_t>(bits << unused) >> unused);
}

void add_literal(const Literal& literal, std::string& text) {
    const bool tuple = literal.shape.is_tuple();
    const auto count = tuple ? static_cast<std::int64_t>(literal.tuple.size()) : literal.shape.elements();
    text += tuple ? "(" : "{";
    for (std::int64_t i = 0; i < count; ++i) {
        if (i > 0) text += ", ";
        if (tuple) {
            add_literal(literal.tuple[static_cast<std::size_t>(i)], text);
        } else {
            text += element_text(literal, i);
        }
    }
    text += tuple ? ")" : "}";
}

} // namespace

std::string flat(const Literal& literal) {
    std::string text;
    add_literal(literal, text);
    return text;
}

} // namespace hlo2cpp
