// Values of options that are more than a word of a list. Each function throws InputError with the option and what is
// wrong.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace hlo2cpp {

std::uint64_t parse_seed(const std::string& text);
// An integer from `least` to `most`, for the option of this name.
std::int64_t parse_integer(const std::string& option, const std::string& text, std::int64_t least, std::int64_t most);
std::string parse_name(const std::string& name);
// A compiler and its flags.
std::vector<std::string> parse_compiler(const std::string& text);

} // namespace hlo2cpp
