#include "generate/text_lines.h"

#include <algorithm>

namespace hlo2cpp {

std::string wrap_code(const std::string& line) {
    constexpr std::size_t kColumns = 116;
    const std::size_t start = std::min(line.find_first_not_of(' '), line.size());
    if (line.size() <= kColumns || line.compare(start, 2, "//") == 0) return line;
    const std::string indent(start + 8, ' ');
    std::string result;
    std::size_t begin = 0, room = kColumns;
    while (line.size() - begin > room) {
        // After a comma, where that leaves the line half full.
        std::size_t end = line.rfind(", ", begin + room - 1);
        end = end == line.npos || end < begin + room / 2 ? line.rfind(' ', begin + room) : end + 1;
        if (end == line.npos || end <= std::max(begin, start)) end = line.find(' ', begin + room);
        if (end == line.npos || line.find("//", begin) < end) break; // a comment goes on to the end of the line
        result += line.substr(begin, end - begin) + "\n" + indent;
        begin = end + 1;
        room = kColumns > indent.size() + 40 ? kColumns - indent.size() : 40;
    }
    return result + line.substr(begin);
}

std::string join_lines(const std::vector<std::string>& lines) {
    std::string text;
    for (const std::string& line : lines) text += (text.empty() ? "" : "\n") + wrap_code(line);
    return text;
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

bool is_word_character(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

} // namespace hlo2cpp
