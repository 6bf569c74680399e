// The constants of a program as C++ text.
#pragma once

#include <span>
#include <string>

#include "program/program.h"

namespace hlo2cpp {

// All arrays, each under its comment; a blank line at the end. Empty if there are none. Those of more than a few lines
// are only declared, and defined by append_long_weights: a file begins with its code. `alignment` in bytes is for byte
// strings and for arrays that fill vectors. Text of weights is appended, because it may have hundreds of megabytes.
std::string weights_text(const Program& program, std::int64_t alignment);
bool has_long_weights(const Program& program);
void append_long_weights(std::string& text, const Program& program, std::int64_t alignment, ByteOrder order);
// The macro in front of an array, which places it in a section: NAME_WEIGHTS, or NAME_WEIGHTS_DTCM for a memory region.
std::string weights_place(const Program& program, const NamedConstant& array);
// Defines these macros for all arrays, and NAME_WEIGHTS where other arrays want it.
std::string weights_macros(const Program& program, bool others = false);
// Stops the compiler if the machine has not the order of `what` ("the bytes of x are").
std::string byte_order_check(const std::string& what, ByteOrder order);
// Bytes of little-endian elements, each of `size`, become those of the other order.
void reverse_elements(std::span<std::byte> bytes, std::int64_t size);
// In C: the macro NAME_ALIGNED, for what alignas is in C++.
std::string aligned_macro(const std::string& prefix);
bool has_byte_strings(const Program& program);
// The check in front of byte strings; empty if no constant is one.
std::string byte_strings_check(const Program& program, ByteOrder order);
// "alignas(16) extern const unsigned char w_bytes[4194305]": the literal as a string, and the zero behind it.
std::string bytes_declared(const std::string& name, const Literal& literal, const std::string& attributes,
                           std::int64_t alignment);
// "    \"\\000...\";\n"
void append_bytes(std::string& text, const Literal& literal, ByteOrder order);
// The array w, as a pointer to the declared w_bytes or w_parts.
std::string elements_pointer(const std::string& name, const std::string& suffix, ElementType type);
// "alignas(64) " for an array of at least a vector of so many bytes, so that no vector crosses a cache line; else
// empty.
std::string aligned(const Literal& literal, std::int64_t alignment);
// "float w[2]".
std::string declared_array(const std::string& name, const Shape& shape);
// One array without attributes: "constexpr float w[2] = {1.0f, 2.0f};".
void append_array(std::string& text, const std::string& name, const Literal& literal);
std::string array_text(const std::string& name, const Literal& literal);
// A comment on lines of its own.
std::string comment_lines(const std::string& comment);

} // namespace hlo2cpp
