#include "generate/text_lines.h"

#include <algorithm>

namespace hlo2cpp {
namespace {

// The blank at which a line from `begin` to `end` at most is broken: behind a comma if the line is then at least half
// full, else the last blank before `end`, else the first one after it. npos: none.
std::size_t last_break(const std::string& code, std::size_t begin, std::size_t end) {
    const std::size_t half = begin + (end - begin) / 2;
    std::size_t blank = code.npos;
    for (std::size_t i = std::min(end, code.size() - 1); i > begin; --i) {
        if (code[i] != ' ') continue;
        if (blank == code.npos) blank = i;
        if (i <= half) break;
        if (code[i - 1] == ',') return i;
    }
    if (blank != code.npos) return blank;
    for (std::size_t i = end; i < code.size(); ++i)
        if (code[i] == ' ') return i;
    return code.npos;
}

} // namespace

std::string wrap_code(const std::string& code, std::size_t columns) {
    if (code.size() <= columns) return code;
    const std::size_t start = std::min(code.find_first_not_of(' '), code.size());
    const std::string indent(start + 8, ' ');
    std::string result;
    std::size_t begin = 0, room = columns;
    while (code.size() - begin > room) {
        const std::size_t end = last_break(code, std::max(begin, start), begin + room);
        if (end == code.npos) break;
        result += code.substr(begin, end - begin) + "\n" + indent;
        begin = end + 1;
        room = columns > indent.size() + 40 ? columns - indent.size() : 40;
    }
    return result + code.substr(begin);
}

std::vector<std::string> split_lines(std::string_view text) {
    std::vector<std::string> lines;
    for (std::size_t begin = 0; begin < text.size();) {
        const std::size_t end = std::min(text.find('\n', begin), text.size());
        lines.emplace_back(text.substr(begin, end - begin));
        begin = end + 1;
    }
    return lines;
}

} // namespace hlo2cpp
