#include "read/stablehlo/to_module/attribute_text.h"

#include <bit>
#include <cstdio>
#include <cstdlib>

#include "ir/literal.h"

namespace hlo2cpp::stablehlo {
namespace {

std::string type_name(ElementType type) {
    return to_string(*scalar_type(type));
}

std::string text_of(const std::string& value) {
    static constexpr char kHex[] = "0123456789ABCDEF";
    std::string text = "\"";
    for (const char c : value) {
        const auto byte = static_cast<unsigned char>(c);
        if (c == '"' || c == '\\' || byte < 0x20 || byte >= 0x7f)
            text += std::string("\\") + kHex[byte >> 4] + kHex[byte & 15];
        else
            text += c;
    }
    return text + "\"";
}

// Six digits behind the point, or as many as give the same number again.
std::string float_text(double value, bool single) {
    char text[40];
    std::snprintf(text, sizeof text, "%.6e", value);
    const bool same =
        single ? std::strtof(text, nullptr) == static_cast<float>(value) : std::strtod(text, nullptr) == value;
    if (!same) std::snprintf(text, sizeof text, single ? "%.9g" : "%.17g", value);
    return text;
}

std::string text_of(const Float& value) {
    const std::string suffix = " : " + type_name(value.type);
    if (value.type == ElementType::F64) return float_text(std::bit_cast<double>(value.bits), false) + suffix;
    if (value.type == ElementType::F32)
        return float_text(std::bit_cast<float>(static_cast<std::uint32_t>(value.bits)), true) + suffix;
    char bits[40];
    std::snprintf(bits, sizeof bits, "0x%llX", static_cast<unsigned long long>(value.bits));
    return bits + suffix;
}

std::string text_of(const Integer& value) {
    if (value.type == ElementType::Pred) return value.value != 0 ? "true" : "false";
    const bool is_large = value.type == ElementType::U64;
    return (is_large ? std::to_string(static_cast<std::uint64_t>(value.value)) : std::to_string(value.value)) + " : " +
           type_name(value.type);
}

std::string text_of(const Integers& value) {
    std::string text = "dense<[";
    for (std::size_t i = 0; i < value.values.size(); ++i)
        text += (i == 0 ? "" : ", ") + std::to_string(value.values[i]);
    return text + "]> : tensor<" + std::to_string(value.values.size()) + "xi64>";
}

std::string text_of(const Dense& value) {
    static constexpr char kHex[] = "0123456789ABCDEF";
    std::string text = "dense<\"0x";
    for (const std::byte byte : value.bytes) {
        text += kHex[std::to_integer<unsigned>(byte) >> 4];
        text += kHex[std::to_integer<unsigned>(byte) & 15];
    }
    return text + "\"> : " + to_string(*value.type);
}

std::string text_of(const Attribute& attribute);

std::string text_of(const Attribute::List& list) {
    std::string text = "[";
    for (const Attribute& item : list) text += (text.size() == 1 ? "" : ", ") + text_of(item);
    return text + "]";
}

struct Text {
    std::string operator()(Unit) const { return "unit"; }
    std::string operator()(bool value) const { return value ? "true" : "false"; }
    std::string operator()(const TypePtr& type) const { return to_string(*type); }
    std::string operator()(const Opaque& value) const { return "#" + value.name + "<" + value.body + ">"; }
    std::string operator()(const Dictionary& value) const { return attribute_text(value); }
    template <typename T>
    std::string operator()(const T& value) const {
        return text_of(value);
    }
};

std::string text_of(const Attribute& attribute) {
    return std::visit(Text(), attribute.value);
}

} // namespace

std::string attribute_text(const Dictionary& dictionary) {
    std::string text = "{";
    for (const NamedAttribute& entry : dictionary.entries()) {
        text += (text.size() == 1 ? "" : ", ") + entry.name;
        if (entry.value.get<Unit>() == nullptr) text += " = " + text_of(entry.value);
    }
    return text + "}";
}

} // namespace hlo2cpp::stablehlo
