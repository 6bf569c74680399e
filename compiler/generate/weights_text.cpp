#include "generate/weights_text.h"

#include <algorithm>
#include <map>

#include "generate/numbers.h"
#include "program/comments.h"
#include "support/ascii_case.h"
#include "support/byte_text.h"
#include "support/embedded.h"
#include "support/template.h"

namespace hlo2cpp {
namespace {

constexpr std::size_t kColumns = 112;

// Appends the elements, several on a line.
void append_elements(std::string& text, const Literal& literal) {
    const auto size = static_cast<std::size_t>(byte_size(literal.shape.type));
    std::size_t column = 4;
    text += "    ";
    for (std::size_t at = 0; at < literal.bytes.size(); at += size) {
        const std::string element = memory_literal(literal.shape.type, literal.bytes.data() + at);
        if (at > 0) {
            const bool fits = column + element.size() + 3 <= kColumns;
            text += fits ? ", " : ",\n    ";
            column = fits ? column + 2 : 4;
        }
        text += element;
        column += element.size();
    }
}

bool is_long(const NamedConstant& array) {
    constexpr std::int64_t kLong = 32; // elements, which are up to six lines
    return array.as_bytes || array.literal->shape.elements() > kLong;
}

void append_definition(std::string& text, const Program& program, const NamedConstant& array, std::int64_t alignment,
                       ByteOrder order) {
    const Literal& literal = *array.literal;
    const std::string place = weights_place(program, array) + " ";
    if (!array.as_bytes) {
        text += aligned(literal, alignment) + place;
        return append_array(text, array.name, literal);
    }
    text += bytes_declared(array.name, literal, place + "constexpr", alignment) + " =\n";
    append_bytes(text, literal, order);
}

} // namespace

std::string declared_array(const std::string& name, const Shape& shape) {
    return std::string(info(shape.type).memory_type) + " " + name + "[" +
           std::to_string(std::max<std::int64_t>(shape.elements(), 1)) + "]";
}

std::string weights_place(const Program& program, const NamedConstant& array) {
    return program.prefix + "_WEIGHTS" + (array.region.empty() ? "" : "_" + upper_case(array.region));
}

std::string weights_macros(const Program& program, bool others) {
    std::map<std::string, std::string> regions; // by macro
    if (others) regions[program.prefix + "_WEIGHTS"] = "";
    for (const NamedConstant& array : program.constants) regions[weights_place(program, array)] = array.region;
    std::string text;
    for (const auto& [macro, region] : regions)
        text += fill_template("place_macro.tmpl",
                              {{"macro", macro},
                               {"what", region.empty() ? "constants are" : "constants are that are read often"},
                               {"section", region.empty() ? ".qspi" : ".weights." + region}});
    return text;
}

std::string aligned(const Literal& literal, std::int64_t alignment) {
    constexpr std::int64_t kGiven = 16; // default alignment of compilers
    const bool vectors = alignment > kGiven && std::ssize(literal.bytes) >= alignment;
    return vectors ? "alignas(" + std::to_string(alignment) + ") " : "";
}

void append_array(std::string& text, const std::string& name, const Literal& literal) {
    text += "constexpr " + declared_array(name, literal.shape) + " = {\n";
    append_elements(text, literal);
    text += "};\n";
}

std::string array_text(const std::string& name, const Literal& literal) {
    std::string text;
    append_array(text, name, literal);
    return text;
}

std::string byte_order_check(const std::string& what, ByteOrder order) {
    const bool big = order == ByteOrder::Big;
    return fill_template("byte_order.tmpl", {{"what", what},
                                             {"ORDER", big ? "BIG" : "LITTLE"},
                                             {"order", big ? "big" : "little"},
                                             {"other", big ? "little" : "big"}});
}

void reverse_elements(std::span<std::byte> bytes, std::int64_t size) {
    for (auto at = bytes.begin(); at != bytes.end(); at += size) std::reverse(at, at + size);
}

bool has_byte_strings(const Program& program) {
    return std::ranges::any_of(program.constants, &NamedConstant::as_bytes);
}

std::string aligned_macro(const std::string& prefix) {
    return fill_template("aligned_macro.tmpl", {{"macro", prefix + "_ALIGNED"}});
}

std::string byte_strings_check(const Program& program, ByteOrder order) {
    if (!has_byte_strings(program)) return "";
    return fill_template("byte_strings.tmpl", {{"order", byte_order_check("the bytes of large constants are", order)}});
}

std::string bytes_declared(const std::string& name, const Literal& literal, const std::string& attributes,
                           std::int64_t alignment) {
    return "alignas(" + std::to_string(alignment) + ") " + attributes + " unsigned char " + name + "_bytes[" +
           std::to_string(literal.bytes.size() + 1) + "]";
}

void append_bytes(std::string& text, const Literal& literal, ByteOrder order) {
    const std::string indent = "    \"";
    std::size_t line = text.size(); // where it starts
    text += indent;
    std::vector<std::byte> reversed;
    if (order == ByteOrder::Big) {
        reversed = literal.bytes;
        reverse_elements(reversed, byte_size(part_type(literal.shape.type)));
    }
    for (const std::byte byte : order == ByteOrder::Big ? reversed : literal.bytes) {
        append_byte(text, static_cast<unsigned char>(byte));
        if (text.size() - line < kColumns) continue;
        text += "\"\n";
        line = text.size();
        text += indent;
    }
    text += "\";\n";
}

std::string elements_pointer(const std::string& name, const std::string& suffix, ElementType type) {
    const std::string pointer = tree::to_text(tree::pointer_to(tree::constant(tree::arena_type(type))));
    return pointer + " const " + name + " =\n    static_cast<" + pointer + ">(static_cast<const void*>(" + name +
           suffix + "));\n";
}

std::string comment_lines(const std::string& comment) {
    return "// " + wrap(comment, 112, "//   ") + "\n";
}

std::string weights_text(const Program& program, std::int64_t alignment) {
    std::string text;
    for (const NamedConstant& array : program.constants) {
        const Literal& literal = *array.literal;
        const std::string extern_const = weights_place(program, array) + " extern const";
        text += comment_lines(array.comment);
        if (array.as_bytes)
            text += bytes_declared(array.name, literal, extern_const, alignment) + ";\n" +
                    elements_pointer(array.name, "_bytes", literal.shape.type);
        else if (is_long(array))
            text +=
                aligned(literal, alignment) + extern_const + " " + declared_array(array.name, literal.shape) + ";\n";
        else
            append_definition(text, program, array, alignment, ByteOrder::Little); // spelled as numbers
    }
    return text.empty() ? "" : text + "\n";
}

bool has_long_weights(const Program& program) {
    return std::ranges::any_of(program.constants, is_long);
}

void append_long_weights(std::string& text, const Program& program, std::int64_t alignment, ByteOrder order) {
    for (const NamedConstant& array : program.constants) {
        if (!is_long(array)) continue;
        text += "\n" + comment_lines(array.comment);
        append_definition(text, program, array, alignment, order);
    }
}

} // namespace hlo2cpp
