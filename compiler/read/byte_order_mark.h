// The mark that editors of some systems put in front of text.
#pragma once

#include <string_view>

namespace hlo2cpp {

inline std::string_view without_byte_order_mark(std::string_view text) {
    constexpr std::string_view kMark = "\xef\xbb\xbf"; // in UTF-8
    if (text.starts_with(kMark)) text.remove_prefix(kMark.size());
    return text;
}

} // namespace hlo2cpp
