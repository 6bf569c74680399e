#include "generate/weights.h"

#include <algorithm>

#include "generate/comments.h"
#include "generate/numbers.h"
#include "support/diagnostics.h"

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

Weights::Weights(const Program& program, const Names& avoid, Names& globals)
    : program_(program), numbers_(program.constants.arrays.size(), 0) {
    for (std::size_t number = 0; names_.size() < numbers_.size(); ++number) {
        const std::string name = "w" + std::to_string(number);
        if (avoid.taken(name) || globals.taken(name)) continue;
        globals.reserve(name);
        names_.push_back(name);
    }
}

std::string Weights::array(ConstantId id) {
    check_internal(id.valid(), "a step reads a constant that is not planned");
    std::size_t& number = numbers_[id.index()];
    if (number == 0) {
        printed_.push_back(id);
        number = printed_.size();
    }
    return names_[number - 1];
}

std::string Weights::text() const {
    std::string text;
    for (std::size_t i = 0; i < printed_.size(); ++i) {
        const ConstantArray& array = program_.constants[printed_[i]];
        std::vector<std::string> values; // of the module, which it stands for
        for (const ValueId id : array.values) {
            const Value& value = program_[id];
            std::string name = value.kind == ValueKind::State ? "initial " + value.name : value.name;
            if (std::ranges::find(values, name) == values.end()) values.push_back(std::move(name));
        }
        const Shape& shape = array.literal->shape;
        text += "// " + comment_list(values, 4) + ", " + to_string(shape) + "\n";
        text += program_.prefix + "_WEIGHTS constexpr " + std::string(info(shape.type).memory_type) + " " + names_[i] +
                "[" + std::to_string(std::max<std::int64_t>(shape.elements(), 1)) + "] = {\n";
        append_elements(text, *array.literal);
        text += "};\n";
    }
    return text;
}

} // namespace hlo2cpp
