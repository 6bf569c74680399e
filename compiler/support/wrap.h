// Word wrap.
#pragma once

#include <string>

namespace hlo2cpp {

// The words of a text in lines of so many columns, each behind an indentation and with a newline; a longer word stays
// whole.
std::string wrap_words(const std::string& text, std::size_t columns, std::size_t indentation = 0);

} // namespace hlo2cpp
