// Patterns: texts with gaps.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace hlo2cpp {

// A gap in a pattern matches any text; on a line of its own any lines, or none.
constexpr char kAnyText = '\x1a';

// Returns the place in the text of the first mismatch with the pattern; none if all of it matches.
std::optional<std::size_t> first_mismatch(std::string_view pattern, std::string_view text);

} // namespace hlo2cpp
