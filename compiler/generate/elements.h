// Elements between memory and expressions, and run-time indices, as C++ text.
#pragma once

#include <cstdint>
#include <string>

#include "ir/element_type.h"

namespace hlo2cpp {

std::string value_from_memory(ElementType type, const std::string& element); // "f32_from_bf16(x[i])", "x[i] != 0"
std::string memory_from_value(ElementType type, const std::string& value); // "bf16_bits(v)": v is a number of the type
// A value of an integer type, clamped to [low, high]; read in its own type, so 250 of an u8 is 250.
std::string clamp_index_text(ElementType type, const std::string& index_type, const std::string& value,
                             std::int64_t low, std::int64_t high);
// The typedef for elements of the arena: "f32_mem".
std::string memory_alias(ElementType type);

} // namespace hlo2cpp
