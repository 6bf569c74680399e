// Characters of the words of C and C++: of identifiers, keywords and numbers.
#pragma once

namespace hlo2cpp {

inline bool is_word_character(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

} // namespace hlo2cpp
