// Numbers as an example prints them, on any machine.
#pragma once

#include <string>

#include "ir/literal.h"

namespace hlo2cpp {

enum class Printed : std::uint8_t { Real, Signed, Unsigned, Bits };

// How elements of an array in the caller's memory are printed: types that C lacks by their bits.
Printed printed_as(ElementType type);
// " 0.250000", " -3", " 0x3c00": one element of a literal of such a type, with the blank in front of it.
std::string printed_text(const Literal& literal, std::int64_t element);

} // namespace hlo2cpp
