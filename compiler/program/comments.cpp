#include "program/comments.h"

#include <algorithm>

namespace hlo2cpp {

std::string comment_text(std::string_view bytes, std::size_t limit) {
    static constexpr char kDigits[] = "0123456789abcdef";
    std::string text;
    char last = ' ';
    for (const char c : bytes) {
        if (text.size() >= limit) return text + "...";
        const auto byte = static_cast<unsigned char>(c);
        const bool mark =
            (last == '*' && c == '/') || (last == '/' && (c == '*' || c == '/')) || (last == '?' && c == '?');
        if (mark) text += ' ';
        if (byte < 0x20 || byte > 0x7e || c == '\\') {
            text += "\\x"; // two digits follow: no line ends with a backslash
            text += kDigits[byte >> 4];
            text += kDigits[byte & 15];
        } else {
            text += c;
        }
        last = c;
    }
    return text;
}

std::string wrap(std::string_view text, std::size_t width, std::string_view indent) {
    std::string result;
    std::size_t column = 0;
    for (std::size_t begin = 0; begin < text.size();) {
        const std::size_t end = std::min(text.find(' ', begin), text.size());
        const std::string_view word = text.substr(begin, end - begin);
        if (column > 0 && column + 1 + word.size() > width) {
            result += '\n';
            result += indent;
            column = indent.size();
        } else if (column > 0) {
            result += ' ';
            ++column;
        }
        result += word;
        column += word.size();
        begin = end + 1;
    }
    return result;
}

std::string comment_list(const std::vector<std::string>& names, std::size_t limit) {
    std::string text;
    for (std::size_t i = 0; i < names.size() && i < limit; ++i)
        text += (i == 0 ? "" : ", ") + comment_text(names[i], 60);
    if (names.size() > limit) text += ", ... (" + std::to_string(names.size() - limit) + " more)";
    return text;
}

std::string comment_origin(const Metadata& metadata) {
    std::string text = comment_text(metadata.op_name);
    if (metadata.source_file.empty()) return text;
    const std::size_t slash = metadata.source_file.find_last_of("/\\");
    const std::string_view file =
        std::string_view(metadata.source_file).substr(slash == std::string::npos ? 0 : slash + 1);
    if (!text.empty()) text += ", ";
    text += comment_text(file);
    if (metadata.source_line > 0) text += ":" + std::to_string(metadata.source_line);
    return text;
}

} // namespace hlo2cpp
