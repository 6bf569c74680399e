// Bytes in the string literals of C++.
#pragma once

#include <cstddef>
#include <string>

namespace hlo2cpp {

// The byte in a string literal, whatever follows it: a printable character, or three octal digits. '?' takes digits,
// because of trigraphs.
inline void append_byte(std::string& text, unsigned char byte) {
    if (byte >= 0x20 && byte < 0x7f && byte != '"' && byte != '\\' && byte != '?') {
        text += static_cast<char>(byte);
        return;
    }
    text += '\\';
    for (const int shift : {6, 3, 0}) text += static_cast<char>('0' + (byte >> shift & 7));
}

} // namespace hlo2cpp
