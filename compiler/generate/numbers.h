// Numbers as C++ text, the same on every host and in every locale.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "ir/element_type.h"

namespace hlo2cpp {

// One element, stored as in Literal, as an initializer of its memory type: 1.5f, -__builtin_inff(), 0x3f80,
// INT64_C(...).
std::string memory_literal(ElementType type, const std::byte* element);
// One element, likewise, as an operand of its value type: a float for a bf16, true for a pred.
std::string value_literal(ElementType type, const std::byte* element);

// Shortest text that reads back as the same number; bit patterns of NaNs stay.
std::string float_literal(float value);
std::string double_literal(double value);
std::string integer_literal(std::int64_t value); // of an int where that holds it, else of an int64_t

} // namespace hlo2cpp
