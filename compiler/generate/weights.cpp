#include "generate/weights.h"

#include <algorithm>
#include <string_view>

#include "generate/comments.h"
#include "generate/numbers.h"
#include "support/diagnostics.h"

namespace hlo2cpp {
namespace {

constexpr std::size_t kColumns = 112;

std::string_view bytes_of(const Literal& literal) {
    return {static_cast<const char*>(static_cast<const void*>(literal.bytes.data())), literal.bytes.size()};
}

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

Weights::Weights(std::string macro, std::size_t most, const Names& avoid, Names& globals) : macro_(std::move(macro)) {
    for (std::size_t number = 0; names_.size() < most; ++number) {
        const std::string name = "w" + std::to_string(number);
        if (avoid.taken(name) || globals.taken(name)) continue;
        globals.reserve(name);
        names_.push_back(name);
    }
}

std::string Weights::array(const LiteralPtr& literal, const std::string& name) {
    check_internal(literal != nullptr, "a constant has no literal");
    auto [known, added] = known_.try_emplace(literal.get(), arrays_.size());
    if (added) {
        const std::size_t hash = std::hash<std::string_view>()(bytes_of(*literal));
        const auto [begin, end] = by_hash_.equal_range(hash);
        const auto same = std::find_if(begin, end, [&](const auto& entry) {
            const Literal& other = *arrays_[entry.second].literal;
            return info(other.shape.type).memory_type == info(literal->shape.type).memory_type &&
                   other.bytes == literal->bytes;
        });
        if (same != end) {
            known->second = same->second;
        } else {
            check_internal(arrays_.size() < names_.size(), "more constants are used than there are");
            by_hash_.emplace(hash, arrays_.size());
            bytes_ += static_cast<std::int64_t>(literal->bytes.size());
            arrays_.push_back({.literal = literal, .name = names_[arrays_.size()]});
        }
    }
    Array& array = arrays_[known->second];
    if (added || std::ranges::find(array.values, name) == array.values.end()) array.values.push_back(name);
    return array.name;
}

std::string Weights::text() const {
    std::string text;
    for (const Array& array : arrays_) {
        const Shape& shape = array.literal->shape;
        text += "// " + comment_list(array.values, 4) + ", " + to_string(shape) + "\n";
        text += macro_ + " constexpr " + std::string(info(shape.type).memory_type) + " " + array.name + "[" +
                std::to_string(std::max<std::int64_t>(shape.elements(), 1)) + "] = {\n";
        append_elements(text, *array.literal);
        text += "};\n";
    }
    return text;
}

} // namespace hlo2cpp
