// The vectors that register tiles are made of, as C++ text.
#pragma once

#include <string>

#include "program/uses.h"
#include "tile/target.h"

namespace hlo2cpp {

// Unsigned integers as wide as these floats, f32 or f64.
ElementType bits_of(ElementType type);

// With what quotients use themselves.
Used with_quotients(Used used);

// Their types, how they are read from and written to arrays, and how they are multiplied and added in one rounding:
// what of it is used. Empty where there are none; a blank line at the end.
std::string vector_text(const Used& used, const Target& target);

} // namespace hlo2cpp
