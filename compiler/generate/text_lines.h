// Lines of C++ text.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace hlo2cpp {

// Code in lines of about 120 characters, broken at blanks; the later ones are indented by eight more.
std::string wrap_code(const std::string& code, std::size_t columns = 116);
std::vector<std::string> split_lines(std::string_view text);

} // namespace hlo2cpp
