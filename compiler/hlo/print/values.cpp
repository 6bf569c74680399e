#include "hlo/print/values.h"

#include <charconv>
#include <cmath>

#include "support/ascii_case.h"

namespace hlo2cpp {
namespace {

bool is_name_character(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '.' ||
           c == '-';
}

template <typename T>
std::string shortest(T value) {
    char buffer[40];
    const auto end = std::to_chars(buffer, buffer + sizeof buffer, value).ptr;
    return {buffer, end};
}

// Adds a decimal point: a float without one is read as an integer, which has no negative zero and 63 bits.
std::string as_real(std::string text) {
    constexpr std::size_t kSafeDigits = 15;
    const bool integer = text.find_first_of(".en") == std::string::npos;
    if (integer && (text == "-0" || text.size() > kSafeDigits)) text += ".0";
    return text;
}

} // namespace

std::string quoted(std::string_view bytes) {
    std::string text = "\"";
    for (const char c : bytes) {
        const auto byte = static_cast<unsigned char>(c);
        if (c == '"' || c == '\\' || c == '\'')
            text += {'\\', c};
        else if (c == '\n')
            text += "\\n";
        else if (c == '\r')
            text += "\\r";
        else if (c == '\t')
            text += "\\t";
        else if (byte >= 0x20 && byte < 0x7f)
            text += c;
        else
            text += {'\\', static_cast<char>('0' + (byte >> 6)), static_cast<char>('0' + (byte >> 3 & 7)),
                     static_cast<char>('0' + (byte & 7))};
    }
    return text + "\"";
}

std::string word_behind(std::string_view prefix, std::string_view name) {
    return name.starts_with(prefix) ? lower_case(name.substr(prefix.size())) : "";
}

std::string sanitized_name(std::string_view bytes) {
    std::string name;
    for (const char c : bytes) name += is_name_character(c) ? c : '_';
    const bool begins_well = !name.empty() && is_name_character(name[0]) && !(name[0] >= '-' && name[0] <= '9');
    return begins_well ? name : "_" + name; // neither a digit nor one of -.
}

std::string decimal(double value) {
    return as_real(shortest(value));
}

std::string decimal(float value) {
    const std::string text = shortest(value);
    double read = 0; // readers take it as a double first
    std::from_chars(text.data(), text.data() + text.size(), read);
    return static_cast<float>(read) == value || std::isnan(value) ? as_real(text) : decimal(static_cast<double>(value));
}

} // namespace hlo2cpp
