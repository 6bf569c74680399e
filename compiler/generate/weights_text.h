// The constants of a program as C++ text.
#pragma once

#include <string>

#include "program/program.h"

namespace hlo2cpp {

// All arrays, each under its comment; a blank line at the end. Empty where there are none. `alignment`: of strings of
// bytes, and of what fills vectors, in bytes.
std::string weights_text(const Program& program, std::int64_t alignment);
// Where the constants are to lie.
std::string weights_macro(const std::string& prefix);
// Stops the compiler where machine and `what` ("the bytes of x are") have another order; `advice` may be empty.
std::string little_endian_check(const std::string& what, const std::string& advice);
// What must stand in front of strings of bytes; empty where no constant is one.
std::string byte_strings_check(const Program& program);
// "alignas(16) extern const unsigned char w_bytes[4194305]": the literal as a string, and the zero behind it.
std::string bytes_declared(const std::string& name, const Literal& literal, const std::string& attributes,
                           std::int64_t alignment);
// "    \"\\000...\";\n"
std::string bytes_text(const Literal& literal);
// The array w, as a pointer to what is declared as w_bytes or w_parts.
std::string elements_pointer(const std::string& name, const std::string& suffix, ElementType type);
// "alignas(64) " where vectors of so many bytes would else lie on two lines of a cache each; or nothing.
std::string aligned(const Literal& literal, std::int64_t alignment);
// One array without attributes: "constexpr float w[2] = {1.0f, 2.0f};".
std::string array_text(const std::string& name, const Literal& literal);
// Its comment on lines of its own.
std::string comment_lines(const std::string& comment);

} // namespace hlo2cpp
