// Lines of C++ text.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace hlo2cpp {

// A statement in lines of about 120 characters, broken at blanks; the later ones are indented by eight more.
std::string wrap_code(const std::string& line);
std::string join_lines(const std::vector<std::string>& lines); // each wrapped, without a final newline
std::vector<std::string> split_lines(std::string_view text);
bool is_word_character(char c); // of an identifier or a number

} // namespace hlo2cpp
