#include "support/text_place.h"

namespace hlo2cpp {

std::string excerpt(std::string_view line, int column) {
    constexpr std::size_t kBefore = 70, kWidth = 110;
    const auto at = static_cast<std::size_t>(column - 1);
    const std::size_t begin = at > kBefore ? at - kBefore : 0;
    std::string shown(line.substr(begin, kWidth));
    for (char& c : shown)
        if (c < ' ' || c > '~') c = c == '\t' || c == '\r' ? ' ' : '?';
    const bool cut = begin + kWidth < line.size();
    return "    " + std::string(begin > 0 ? "..." : "") + shown + (cut ? "...\n" : "\n") +
           std::string(4 + (begin > 0 ? 3 : 0) + at - begin, ' ') + "^\n";
}

std::string_view line_of(std::string_view text, TextPlace place) {
    std::size_t start = 0;
    for (int line = 1; line < place.line; ++line) {
        const std::size_t newline = text.find('\n', start);
        if (newline == std::string_view::npos) return {};
        start = newline + 1;
    }
    return text.substr(start, text.find('\n', start) - start);
}

} // namespace hlo2cpp
