// The constants of a program as C++ text.
#pragma once

#include <string>

#include "program/program.h"

namespace hlo2cpp {

// All arrays, each under its comment; a blank line at the end. Empty where there are none.
std::string weights_text(const Program& program);
// Where the constants are to lie.
std::string weights_macro(const std::string& prefix);
// One array without attributes: "constexpr float w[2] = {1.0f, 2.0f};".
std::string array_text(const std::string& name, const Literal& literal);
// Its comment on lines of its own.
std::string comment_lines(const std::string& comment);

} // namespace hlo2cpp
