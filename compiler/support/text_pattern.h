// A pattern is a text with gaps.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace hlo2cpp {

// In a pattern: any text. Where it is a line of its own: any lines, or none.
constexpr char kAnyText = '\x1a';

// Returns the place in the text from which on it is not as the pattern has it; nothing where all of it is.
std::optional<std::size_t> first_mismatch(std::string_view pattern, std::string_view text);

} // namespace hlo2cpp
