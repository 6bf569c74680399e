#include "generate/stack.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <string_view>

namespace hlo2cpp {
namespace {

constexpr std::int64_t kSaved = 96, kWord = 8; // callee-saved registers, return address, alignment
constexpr std::int64_t kMostSpilled = 64;      // variables that are alive at once and find no register

std::int64_t number_at(std::string_view text) {
    std::int64_t number = 0;
    std::from_chars(text.data(), text.data() + text.size(), number);
    return number;
}

// Bytes of "f32x16" (vectors are named by their elements), or of a scalar.
std::int64_t type_bytes(std::string_view type) {
    const std::size_t x = type.find('x');
    if (type[0] != 'f' || x == type.npos || x + 1 == type.size() || std::isdigit(static_cast<unsigned char>(type[x + 1])) == 0)
        return kWord;
    return number_at(type.substr(1)) / 8 * number_at(type.substr(x + 1));
}

struct Variable {
    std::size_t indent = 0; // of its block
    std::int64_t bytes = 0; // 0: no declaration
    bool scalar = false;
};

// "    const float name = ...;", "    f32x16 acc[8][2];"
Variable declared(std::string_view line) {
    const std::size_t indent = std::min(line.find_first_not_of(' '), line.size());
    std::string_view rest = line.substr(indent);
    if (rest.starts_with("for (")) return {.indent = indent, .bytes = kWord, .scalar = true};
    if (rest.starts_with("const ")) rest.remove_prefix(6);
    const std::size_t space = rest.find(' ');
    const std::size_t end = rest.find_first_of("=;");
    if (space == rest.npos || end == rest.npos || end < space + 2 || rest.substr(0, space).find_first_of("([+-*/.&|") != rest.npos) return {};
    if (rest.substr(0, space) == "return" || rest.substr(0, space) == "#pragma") return {};
    std::int64_t bytes = type_bytes(rest.substr(0, space));
    const bool scalar = bytes == kWord && rest.substr(space, end - space).find('[') == rest.npos;
    for (std::size_t at = rest.find('[', space); at < end; at = rest.find('[', at + 1)) bytes *= number_at(rest.substr(at + 1));
    return {.indent = indent, .bytes = bytes, .scalar = scalar};
}

} // namespace

std::int64_t frame_bytes(std::size_t parameters, const std::vector<std::string>& lines) {
    std::vector<Variable> alive; // outer blocks first
    std::int64_t large = 0, most_large = 0, scalars = 0;
    for (const std::string& line : lines) {
        const std::size_t indent = std::min(line.find_first_not_of(' '), line.size());
        for (; !alive.empty() && alive.back().indent > indent; alive.pop_back()) large -= alive.back().bytes;
        const Variable variable = declared(line);
        if (variable.bytes == 0) continue;
        if (variable.scalar) {
            ++scalars;
            continue;
        }
        alive.push_back(variable);
        large += variable.bytes;
        most_large = std::max(most_large, large);
    }
    return kSaved + kWord * (static_cast<std::int64_t>(parameters) + std::min(scalars, kMostSpilled)) + most_large;
}

} // namespace hlo2cpp
