#include "hlo/parse/literal.h"

#include <charconv>
#include <cmath>
#include <cstring>
#include <limits>
#include <optional>

#include "hlo/parse/shape.h"
#include "hlo/proto/literal.h"
#include "hlo/proto/shape.h"
#include "hlo/proto/xla_data.pb.h"
#include "ir/float_format.h"
#include "ir/module.h"
#include "support/diagnostics.h"

namespace hlo2cpp {
namespace {

[[noreturn]] void fail_elided(HloTextLexer& lexer, std::size_t position) {
    lexer.fail_at(position,
                  "the elements of this constant were left out as {...}; write the module with its large constants "
                  "(print_large_constants; in JAX, compiler_ir(\"hlo\").as_hlo_text(True))");
}

class LiteralParser {
public:
    LiteralParser(HloTextLexer& lexer, const Shape& shape) : lexer_(lexer), shape_(shape), type_(shape.type) {}

    // Walks the braces without recursion; counts_[d] elements of dimension d are complete at the moment. Commas may be
    // missing.
    std::string parse() {
        const std::size_t rank = shape_.rank();
        if (rank == 0 || !lexer_.next_is("{")) return parse_single();
        std::vector<std::int64_t> counts(rank, 0);
        for (std::size_t depth = 0;; lexer_.accept(",")) {
            if (depth > 0 && lexer_.next_is("}")) {
                close(counts, depth);
                if (--depth == 0) return std::move(bytes_);
                count(counts, depth);
            } else if (depth < rank) {
                open(depth);
                counts[depth++] = 0;
            } else {
                parse_element();
                count(counts, depth);
            }
        }
    }

private:
    // Parses a scalar. A single number instead of an array's braces becomes the first element; the others are zero.
    std::string parse_single() {
        constexpr std::int64_t kMostBytes = std::int64_t{1} << 31; // a serialized proto is smaller
        if (shape_.bytes() >= kMostBytes) lexer_.fail("the constant " + to_string(shape_) + " is larger than 2 GiB");
        parse_element();
        bytes_.resize(static_cast<std::size_t>(shape_.bytes()), '\0');
        return std::move(bytes_);
    }

    void open(std::size_t depth) {
        const std::size_t start = lexer_.position();
        lexer_.expect("{", depth == 0 ? "before the elements of the constant"
                                      : "before the elements of dimension " + std::to_string(depth));
        if (lexer_.next_is("...")) fail_elided(lexer_, start);
    }

    void count(std::vector<std::int64_t>& counts, std::size_t depth) {
        if (++counts[depth - 1] > shape_.dims[depth - 1]) fail_count(depth, "more");
    }

    void close(const std::vector<std::int64_t>& counts, std::size_t depth) {
        if (counts[depth - 1] != shape_.dims[depth - 1]) fail_count(depth, "only " + std::to_string(counts[depth - 1]));
        lexer_.accept("}");
    }

    [[noreturn]] void fail_count(std::size_t depth, const std::string& found) {
        lexer_.fail("the constant " + to_string(shape_) + " needs " + std::to_string(shape_.dims[depth - 1]) +
                    " elements in dimension " + std::to_string(depth - 1) + ", but there are " + found);
    }

    template <typename T>
    void append(T value, std::size_t size) {
        char buffer[sizeof(T)];
        std::memcpy(buffer, &value, sizeof(T));
        bytes_.append(buffer, size);
    }

    void parse_element() {
        if (lexer_.next_is("{")) lexer_.fail("the constant has more levels of braces than its shape has dimensions");
        const auto size = static_cast<std::size_t>(byte_size(type_));
        if (is_pred(type_)) {
            append(parse_pred(), size);
        } else if (is_signed(type_)) {
            append(parse_signed(), size);
        } else if (is_unsigned(type_)) {
            append(parse_unsigned(), size);
        } else if (is_float(type_)) {
            append(parse_float(type_), size);
        } else {
            const ElementType part = part_type(type_);
            lexer_.expect("(", "before the real part of a complex number");
            append(parse_float(part), size / 2);
            lexer_.expect(",", "after the real part");
            append(parse_float(part), size / 2);
            lexer_.expect(")", "after the imaginary part");
        }
    }

    std::uint8_t parse_pred() {
        const std::string_view word = lexer_.peek_identifier();
        if (word == "true" || word == "false") return lexer_.boolean("an element of the constant") ? 1 : 0;
        return lexer_.integer("true or false for an element of the constant") != 0 ? 1 : 0;
    }

    std::int64_t parse_signed() {
        const std::size_t start = lexer_.position();
        const std::int64_t value = lexer_.integer(expected());
        const std::int64_t sign = value >> (info(type_).bits - 1);
        if (sign != 0 && sign != -1) fail_range(start);
        return value;
    }

    std::uint64_t parse_unsigned() {
        const std::size_t start = lexer_.position();
        const std::string_view word = lexer_.word();
        std::uint64_t value = 0;
        const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
        if (error == std::errc::result_out_of_range) fail_range(start);
        if (error != std::errc() || end != word.data() + word.size()) {
            lexer_.rewind(start);
            const std::int64_t negative = lexer_.integer(expected());
            if (info(type_).bits < 64) fail_range(start);
            return static_cast<std::uint64_t>(negative);
        }
        if (info(type_).bits < 64 && value >> info(type_).bits != 0) fail_range(start);
        return value;
    }

    // The bits of the value in `type`.
    std::uint64_t parse_float(ElementType type) {
        const std::size_t start = lexer_.position();
        std::string_view word = lexer_.word();
        const bool negative = word.starts_with('-');
        if (word == "nan" || word == "-nan") return parse_nan(type, start, negative);
        double value = 0;
        if (word == "inf" || word == "-inf" || word == "infinity" || word == "-infinity") {
            value = std::numeric_limits<double>::infinity();
        } else {
            if (negative) word.remove_prefix(1);
            const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
            if (end != word.data() + word.size() || (error == std::errc::invalid_argument)) {
                lexer_.rewind(start);
                lexer_.fail_expected(expected());
            }
            // Too small for a double is zero; too large is no value of any type.
            if (error == std::errc::result_out_of_range && !underflows(word)) fail_range(start);
        }
        const std::optional<std::uint64_t> bits = encode_float(type, negative ? -value : value);
        if (!bits) fail_range(start);
        return *bits;
    }

    // For a decimal number out of the range of double: true if it is too small, false if it is too large.
    static bool underflows(std::string_view word) {
        const std::size_t exponent = word.find_first_of("eE");
        if (exponent != std::string_view::npos) return word.substr(exponent + 1).starts_with('-');
        return word.starts_with('.') || word.starts_with("0");
    }

    // "nan", "-nan", "nan(0x7f)": the payload is the mantissa, where the type has room for one.
    std::uint64_t parse_nan(ElementType type, std::size_t start, bool negative) {
        const double nan = std::numeric_limits<double>::quiet_NaN();
        const std::optional<std::uint64_t> bits = encode_float(type, std::copysign(nan, negative ? -1.0 : 1.0));
        if (!bits) fail_range(start);
        if (!lexer_.accept("(0x")) return *bits;
        const std::string_view digits = lexer_.word();
        std::uint64_t payload = 0;
        const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), payload, 16);
        if (error != std::errc() || end != digits.data() + digits.size())
            lexer_.fail_at(start, "the NaN has no hexadecimal payload");
        lexer_.expect(")", "after the payload of the NaN");
        const FloatFormat format = float_format(type);
        if (format.specials != FloatSpecials::Ieee) return *bits;
        const std::uint64_t mantissa = (std::uint64_t{1} << format.mantissa_bits) - 1;
        if (payload == 0 || payload > mantissa)
            lexer_.fail_at(start, "the payload of the NaN does not fit " + std::string(info(type).name));
        return (*bits & ~mantissa) | payload;
    }

    std::string expected() const { return "an element of type " + std::string(info(type_).name); }

    [[noreturn]] void fail_range(std::size_t start) {
        lexer_.rewind(start);
        lexer_.fail("the value " + printable(lexer_.word(), 40) + " is out of the range of " +
                    std::string(info(type_).name));
    }

    HloTextLexer& lexer_;
    const Shape& shape_;
    ElementType type_;
    std::string bytes_;
};

void parse_array(HloTextLexer& lexer, const Shape& shape, hlo2cpp_proto::LiteralProto& literal) {
    if (!shape.is_array()) lexer.fail("a constant cannot be " + to_string(shape));
    auto& to = *literal.mutable_shape();
    to.set_element_type(static_cast<hlo2cpp_proto::PrimitiveType>(info(shape.type).proto_number));
    for (std::int64_t size : shape.dims) {
        if (size < 0) lexer.fail("a constant cannot have the unbounded shape " + to_string(shape));
        to.add_dimensions(size);
        to.add_is_dynamic_dimension(false);
    }
    set_default_layout(to);
    const std::vector<std::int64_t> order = shape.minor_to_major();
    to.mutable_layout()->mutable_minor_to_major()->Assign(order.begin(), order.end());
    set_literal_elements(literal, shape, LiteralParser(lexer, shape).parse());
}

// Recursion is bounded by the shape's depth.
void parse_nested(HloTextLexer& lexer, const Shape& shape, hlo2cpp_proto::LiteralProto& literal) {
    if (!shape.is_tuple()) return parse_array(lexer, shape, literal);
    literal.mutable_shape()->set_element_type(hlo2cpp_proto::TUPLE);
    const std::size_t start = lexer.position();
    if (lexer.accept("{")) {
        lexer.expect("...", "or a tuple in parentheses"); // only the elided form has braces
        fail_elided(lexer, start);
    }
    lexer.expect("(", "before the elements of a tuple constant");
    for (std::size_t i = 0; i < shape.tuple.size(); ++i) {
        if (i > 0) lexer.expect(",", "between the elements of a tuple constant");
        auto& element = *literal.add_tuple_literals();
        parse_nested(lexer, shape.tuple[i], element);
        *literal.mutable_shape()->add_tuple_shapes() = element.shape();
    }
    lexer.expect(")", "after the elements of a tuple constant");
}

void parse_shaped(HloTextLexer& lexer, hlo2cpp_proto::LiteralProto& literal, int depth) {
    if (!lexer.next_is("(")) {
        hlo2cpp_proto::ShapeProto shape;
        parse_shape(lexer, shape);
        return parse_literal(lexer, shape, literal);
    }
    if (depth == kMaxTupleDepth)
        lexer.fail("the tuple is nested more than " + std::to_string(kMaxTupleDepth) + " deep");
    lexer.accept("(");
    literal.mutable_shape()->set_element_type(hlo2cpp_proto::TUPLE);
    while (!lexer.accept(")")) {
        auto& element = *literal.add_tuple_literals();
        parse_shaped(lexer, element, depth + 1);
        *literal.mutable_shape()->add_tuple_shapes() = element.shape();
        if (!lexer.next_is(")")) lexer.expect(",", "or ) in a tuple constant");
    }
}

} // namespace

void parse_shaped_literal(HloTextLexer& lexer, hlo2cpp_proto::LiteralProto& literal) {
    parse_shaped(lexer, literal, 0);
}

void parse_literal(HloTextLexer& lexer, const hlo2cpp_proto::ShapeProto& shape, hlo2cpp_proto::LiteralProto& literal) {
    Shape expected;
    try {
        expected = shape_from_proto(shape);
    } catch (const InputError& error) {
        lexer.fail(error.diagnostic.message);
    }
    parse_nested(lexer, expected, literal);
}

} // namespace hlo2cpp
