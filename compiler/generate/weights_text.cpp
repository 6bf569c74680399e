#include "generate/weights_text.h"

#include <algorithm>

#include "generate/numbers.h"
#include "generate/template.h"
#include "program/comments.h"

namespace hlo2cpp {
namespace {

constexpr std::size_t kColumns = 112;

// Several numbers a line.
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

} // namespace

std::string weights_macro(const std::string& prefix) {
    return fill_template("place_macro.tmpl",
                         {{"macro", prefix + "_WEIGHTS"}, {"what", "constants are"}, {"section", ".qspi"}});
}

std::string array_text(const std::string& name, const Literal& literal) {
    const Shape& shape = literal.shape;
    std::string text = "constexpr " + std::string(info(shape.type).memory_type) + " " + name + "[" +
                       std::to_string(std::max<std::int64_t>(shape.elements(), 1)) + "] = {\n";
    append_elements(text, literal);
    return text + "};\n";
}

std::string comment_lines(const std::string& comment) {
    return "// " + wrap(comment, 112, "//   ") + "\n";
}

std::string weights_text(const Program& program) {
    std::string text;
    for (const NamedConstant& array : program.constants) {
        text += comment_lines(array.comment);
        text += program.prefix + "_WEIGHTS " + array_text(array.name, *array.literal);
    }
    return text.empty() ? "" : text + "\n";
}

} // namespace hlo2cpp
