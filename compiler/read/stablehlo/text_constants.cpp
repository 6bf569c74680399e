// Constants of StableHLO text: dense<..>, dense_resource<..> and array<..>.
#include <algorithm>
#include <array>
#include <cstring>

#include "ir/module.h"
#include "read/stablehlo/constant.h"
#include "read/stablehlo/text_context.h"
#include "read/stablehlo/text_numbers.h"

namespace hlo2cpp::stablehlo {
namespace {

constexpr std::string_view kElided = "the text was printed without its constants; print it again with all elements";

void append_number(TextContext& context, ElementType type, std::vector<std::byte>& bytes) {
    const std::size_t start = context.lexer.position();
    const std::string_view text = context.lexer.number("an element of the constant");
    const std::optional<std::uint64_t> bits = number_bits(text, type);
    if (!bits)
        context.lexer.fail_at(start,
                              printable(text, 40) + " is no number of the type " + to_string(*scalar_type(type)));
    const auto size = static_cast<std::size_t>(byte_size(type));
    bytes.resize(bytes.size() + size);
    std::memcpy(bytes.data() + bytes.size() - size, &*bits, size);
}

void append_element(TextContext& context, ElementType type, std::vector<std::byte>& bytes) {
    TextLexer& lexer = context.lexer;
    if (is_complex(type)) {
        lexer.expect("(", "before the real part");
        append_number(context, part_type(type), bytes);
        lexer.expect(",", "after the real part");
        append_number(context, part_type(type), bytes);
        lexer.expect(")", "after the imaginary part");
    } else if (is_pred(type) && lexer.next_is_name()) {
        const bool value = lexer.accept_word("true");
        if (!value && !lexer.accept_word("false")) lexer.fail_expected("true or false");
        bytes.push_back(value ? std::byte{1} : std::byte{0});
    } else {
        append_number(context, type, bytes);
    }
}

// The elements between `dense<` and `>`: one for all, or lists in lists as the sizes ask.
class ElementLists {
public:
    ElementLists(TextContext& context, const Type& type)
        : context_(context), lexer_(context.lexer), type_(type), counts_(type.dims.size()) {
        // An element takes two characters at least.
        const std::size_t most = (context.text.size() - lexer_.position()) / 2 + 1;
        const auto count = static_cast<std::size_t>(element_count(type).value_or(0));
        bytes_.reserve(std::min(most, count) * static_cast<std::size_t>(byte_size(type.element)));
    }

    std::vector<std::byte> read() {
        do {
            while (lexer_.accept("[")) open();
            if (!lexer_.next_is("]")) read_element();
            while (depth_ > 0 && lexer_.next_is("]")) close();
            if (depth_ > 0) lexer_.expect(",", "or ']' after an element of the constant");
        } while (depth_ > 0);
        return std::move(bytes_);
    }

private:
    void open() {
        if (depth_ == counts_.size()) lexer_.fail("the constant has more brackets than " + to_string(type_));
        counts_[depth_++] = 0;
    }

    void read_element() {
        if (depth_ != 0 && depth_ != counts_.size())
            lexer_.fail("the constant has fewer brackets than " + to_string(type_));
        append_element(context_, type_.element, bytes_);
        if (depth_ > 0) ++counts_[depth_ - 1];
    }

    void close() {
        const std::int64_t count = counts_[--depth_], size = type_.dims[depth_];
        if (count != size)
            lexer_.fail("a list of the constant has " + std::to_string(count) + " items, but " + to_string(type_) +
                        " asks for " + std::to_string(size));
        lexer_.expect("]");
        if (depth_ > 0) ++counts_[depth_ - 1];
    }

    TextContext& context_;
    TextLexer& lexer_;
    const Type& type_;
    std::vector<std::int64_t> counts_; // items so far of the open list of each depth
    std::size_t depth_ = 0;
    std::vector<std::byte> bytes_;
};

TypePtr parse_constant_type(TextContext& context) {
    context.lexer.expect(":", "and the type after the constant");
    const std::size_t start = context.lexer.position();
    TypePtr type = parse_type(context);
    if (type->kind != TypeKind::Tensor) context.lexer.fail_at(start, "the type of a constant is a tensor");
    if (!element_count(*type)) context.lexer.fail_at(start, "the tensor of a constant has no '?'");
    return type;
}

// The value of each character as a hexadecimal digit; kNoDigit: it is none. A table, since weights have millions.
constexpr std::uint8_t kNoDigit = 0xff;
constexpr std::array<std::uint8_t, 256> kHexDigits = [] {
    std::array<std::uint8_t, 256> digits{};
    for (std::size_t c = 0; c < digits.size(); ++c) {
        const int digit = hex_digit(static_cast<char>(c));
        digits[c] = digit < 0 ? kNoDigit : static_cast<std::uint8_t>(digit);
    }
    return digits;
}();

std::vector<std::byte> decoded(TextContext& context, std::string_view hex, std::size_t start) {
    bool valid = hex.starts_with("0x") && hex.size() % 2 == 0;
    if (valid) hex.remove_prefix(2);
    std::vector<std::byte> bytes(valid ? hex.size() / 2 : 0);
    unsigned seen = 0; // the bits of all digits together
    for (std::size_t i = 0; i < bytes.size(); ++i) {
        const unsigned high = kHexDigits[static_cast<unsigned char>(hex[2 * i])];
        const unsigned low = kHexDigits[static_cast<unsigned char>(hex[2 * i + 1])];
        seen |= high | low;
        bytes[i] = static_cast<std::byte>(high << 4 | low);
    }
    if (!valid || seen > 0xf) context.lexer.fail_at(start, "expected \"0x\" and two hexadecimal digits for each byte");
    return bytes;
}

Dense constant_of(TextContext& context, const TypePtr& type, std::span<const std::byte> bytes,
                  std::shared_ptr<const void> owner, std::size_t start) {
    std::optional<Dense> constant = constant_of_bytes(type, bytes, std::move(owner));
    if (!constant)
        context.lexer.fail_at(start, "the constant has " + std::to_string(bytes.size()) + " bytes, which is not what " +
                                         to_string(*type) + " needs");
    return *std::move(constant);
}

Dense parse_hex(TextContext& context) {
    const std::size_t start = context.lexer.position();
    const std::string_view hex = context.lexer.string_text("the bytes of the constant");
    context.lexer.expect(">", "after the bytes of the constant");
    const TypePtr type = parse_constant_type(context);
    const auto bytes = std::make_shared<const std::vector<std::byte>>(decoded(context, hex, start));
    return constant_of(context, type, *bytes, bytes, start);
}

// Constants of the same bytes and other shapes share what was converted once.
Dense constant_of_resource(TextContext& context, Resource& resource, const TypePtr& type, std::size_t start) {
    if (!resource.bytes) {
        std::vector<std::byte> bytes = decoded(context, resource.hex, start);
        if (bytes.size() < 4)
            context.lexer.fail_at(start, "the resource has less than the four bytes of its alignment");
        resource.bytes = std::make_shared<const std::vector<std::byte>>(std::move(bytes));
    }
    const std::span<const std::byte> data = std::span(*resource.bytes).subspan(4);
    if (byte_size(type->element) * 8 == info(type->element).bits)
        return constant_of(context, type, data, resource.bytes, start);
    const auto found = resource.constants.find(type->element);
    if (found != resource.constants.end() && element_count(*found->second.type) == element_count(*type)) {
        Dense constant = found->second;
        constant.type = type;
        return constant;
    }
    if (found != resource.constants.end())
        context.lexer.fail_at(start, "the resource is used with another number of elements before");
    const Dense constant = constant_of(context, type, data, resource.bytes, start);
    resource.constants.emplace(type->element, constant);
    return constant;
}

} // namespace

Dense parse_dense(TextContext& context) {
    TextLexer& lexer = context.lexer;
    if (lexer.next_is("\"")) return parse_hex(context);
    if (lexer.next_is("...")) lexer.fail(std::string(kElided));
    // The type comes last: the elements are read when it is known.
    const std::size_t start = lexer.position();
    const std::size_t close = context.text.find('>', start);
    if (close == std::string_view::npos) lexer.fail("expected '>' after the elements of the constant");
    lexer.rewind(close + 1);
    const TypePtr type = parse_constant_type(context);
    const std::size_t end = lexer.position();
    lexer.rewind(start);
    std::vector<std::byte> elements;
    if (!lexer.next_is(">"))
        elements = ElementLists(context, *type).read();
    else if (element_count(*type) != 0)
        lexer.fail("the constant has no elements, but its type has");
    if (!lexer.next_is(">")) lexer.fail_expected("'>' after the elements of the constant");
    lexer.rewind(end);
    return constant_of_elements(type, std::move(elements));
}

Dense parse_dense_resource(TextContext& context) {
    const std::size_t start = context.lexer.position();
    const std::string name = context.lexer.key("the name of a resource");
    if (name == "__elided__") context.lexer.fail_at(start, std::string(kElided));
    context.lexer.expect(">", "after the name of the resource");
    const TypePtr type = parse_constant_type(context);
    const auto found = context.resources.find(name);
    if (found == context.resources.end())
        context.lexer.fail_at(start, "the text has no resource " + printable(name, 60) + " at its end, in {-# #-}");
    return constant_of_resource(context, found->second, type, start);
}

Attribute parse_array(TextContext& context) {
    TextLexer& lexer = context.lexer;
    const std::size_t start = lexer.position();
    const TypePtr element = parse_type(context);
    if (element->kind != TypeKind::Scalar || element->quantization || is_complex(element->element))
        lexer.fail_at(start, "expected the type of the array's numbers");
    std::vector<std::byte> bytes;
    if (!lexer.next_is(">")) {
        lexer.expect(":", "after the type of the array's numbers");
        do append_element(context, element->element, bytes);
        while (lexer.accept(","));
    }
    lexer.expect(">", "after the array's numbers");
    const std::int64_t count = std::ssize(bytes) / byte_size(element->element);
    return {constant_of_elements(tensor_type(element->element, {count}), std::move(bytes))};
}

} // namespace hlo2cpp::stablehlo
