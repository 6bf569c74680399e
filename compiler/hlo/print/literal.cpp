#include <charconv>
#include <cmath>
#include <limits>

#include "hlo/print/values.h"
#include "hlo/proto/literal.h"
#include "hlo/proto/xla_data.pb.h"
#include "ir/float_format.h"
#include "ir/literal.h"

namespace hlo2cpp {
namespace {

std::uint64_t bits_at(const Literal& literal, ElementType type, std::size_t offset) {
    std::uint64_t bits = 0;
    std::memcpy(&bits, literal.bytes.data() + offset, static_cast<std::size_t>(byte_size(type)));
    return bits;
}

// "-nan(0x7f)": the payload is the mantissa, left out where it is the usual one.
std::string nan_text(ElementType type, std::uint64_t bits, bool negative) {
    const FloatFormat format = float_format(type);
    std::string text = negative ? "-nan" : "nan";
    const std::uint64_t payload = bits & ((std::uint64_t{1} << format.mantissa_bits) - 1);
    if (format.specials != FloatSpecials::Ieee || payload == std::uint64_t{1} << (format.mantissa_bits - 1))
        return text;
    char buffer[20];
    const auto end = std::to_chars(buffer, buffer + sizeof buffer, payload, 16).ptr;
    return text + "(0x" + std::string(buffer, end) + ")";
}

std::string float_text(ElementType type, std::uint64_t bits) {
    const double value = decode_float(type, bits);
    if (std::isnan(value)) return nan_text(type, bits, std::signbit(value));
    // XLA rounds a number below f32's normal range up to a power of two unless all of its digits are there.
    const bool below_f32 = value < double{std::numeric_limits<float>::min()};
    const bool all_digits = type == ElementType::F64 || (type == ElementType::F8E8M0FNU && below_f32);
    return all_digits ? decimal(value) : decimal(static_cast<float>(value));
}

std::string integer_text(ElementType type, std::uint64_t bits) {
    if (!is_signed(type)) return std::to_string(bits);
    const auto unused = static_cast<unsigned>(64 - 8 * byte_size(type));
    return std::to_string(static_cast<std::int64_t>(bits << unused) >> unused);
}

std::string element_text(const Literal& literal, std::int64_t element) {
    const ElementType type = literal.shape.type;
    const auto size = static_cast<std::size_t>(byte_size(type));
    const std::size_t offset = static_cast<std::size_t>(element) * size;
    if (is_complex(type)) {
        const ElementType part = part_type(type);
        return "(" + float_text(part, bits_at(literal, part, offset)) + ", " +
               float_text(part, bits_at(literal, part, offset + size / 2)) + ")";
    }
    const std::uint64_t bits = bits_at(literal, type, offset);
    if (is_pred(type)) return bits != 0 ? "true" : "false";
    return is_float(type) ? float_text(type, bits) : integer_text(type, bits);
}

// Braces nest as deep as the rank; rows of the last dimension are written at once.
void add_array(const Literal& literal, std::string& text) {
    const std::vector<std::int64_t>& dims = literal.shape.dims;
    if (dims.empty()) {
        text += element_text(literal, 0);
        return;
    }
    std::vector<std::int64_t> index(1, 0); // of the open braces
    std::int64_t element = 0;
    text += "{";
    while (!index.empty()) {
        const std::size_t depth = index.size() - 1;
        if (index[depth] == dims[depth]) {
            text += index.size() == dims.size() ? "}" : " }";
            index.pop_back();
            continue;
        }
        if (index[depth]++ > 0) text += ", ";
        if (index.size() == dims.size()) {
            text += element_text(literal, element++);
        } else {
            if (index[depth] == 1) text += " ";
            text += "{";
            index.push_back(0);
        }
    }
}

// Recursion is bounded by the tuple's depth, which the reader checks.
void add_literal(const Literal& literal, std::string& text) {
    if (!literal.shape.is_tuple()) return add_array(literal, text);
    text += "(";
    for (std::size_t i = 0; i < literal.tuple.size(); ++i) {
        if (i > 0) text += ", ";
        add_literal(literal.tuple[i], text);
    }
    text += ")";
}

} // namespace

std::string literal_text(const hlo2cpp_proto::LiteralProto& literal) {
    std::string text;
    add_literal(literal_from_proto(literal), text);
    return text;
}

std::string shaped_literal_text(const hlo2cpp_proto::LiteralProto& literal) {
    if (literal.shape().element_type() != hlo2cpp_proto::TUPLE)
        return shape_text(literal.shape()) + " " + literal_text(literal);
    std::string text = "(";
    for (int i = 0; i < literal.tuple_literals_size(); ++i)
        text += (i == 0 ? "" : ", ") + shaped_literal_text(literal.tuple_literals(i));
    return text + ")";
}

} // namespace hlo2cpp
