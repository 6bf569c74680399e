// A place in a text, and its excerpt for messages.
#pragma once

#include <string>
#include <string_view>

namespace hlo2cpp {

// Both count from 1. Line 0: no place in a text; column 0: only the line is known.
struct TextPlace {
    int line = 0;
    int column = 0; // in bytes
};

// The line, or the part of a long one around the column, with a caret under the column.
std::string excerpt(std::string_view line, int column);

// The line at the place, without its end; empty where the text has no such line.
std::string_view line_of(std::string_view text, TextPlace place);

} // namespace hlo2cpp
