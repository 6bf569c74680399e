#include "support/text_pattern.h"

#include <algorithm>

namespace hlo2cpp {

std::optional<std::size_t> first_mismatch(std::string_view pattern, std::string_view text) {
    const std::size_t first = std::min(pattern.find(kAnyText), pattern.size());
    std::size_t done = first; // characters of the pattern
    const auto [here, there] = std::ranges::mismatch(pattern.substr(0, first), text);
    std::size_t at = static_cast<std::size_t>(there - text.begin()); // characters of the text
    if (at < first) return at;
    while (done < pattern.size()) { // a gap and the literal text behind it
        const bool lines = (done == 0 || pattern[done - 1] == '\n') && pattern.substr(done + 1).starts_with('\n');
        const std::size_t begin = done + (lines ? 2 : 1), end = std::min(pattern.find(kAnyText, begin), pattern.size());
        const std::string_view piece = pattern.substr(begin, end - begin);
        const std::size_t found = end == pattern.size() ? text.rfind(piece) : text.find(piece, at);
        if (found == text.npos || found < at) return at;
        at = found + piece.size();
        done = end;
    }
    return at == text.size() ? std::nullopt : std::optional(at);
}

} // namespace hlo2cpp
