// Rounding to the narrow float types, and the bits of floats with the payloads of NaNs kept.
#pragma once

#include <cstdint>

#include "ir/element_type.h"

namespace hlo2cpp {

// The nearest whole number, ties to even, whichever way the processor rounds.
double nearest_even(double value);

// The number of the type nearest to `value`, ties to even. Overflow gives infinity, in types without infinity NaN, in
// types without either the largest number (a NaN then gives -0).
double round_to_narrow(ElementType narrow, double value);

// Conversion of a float type of at most 32 bits to double, and back for representable numbers: the same bits again.
double number_from_bits(ElementType type, std::uint32_t bits);
std::uint32_t bits_from_number(ElementType type, double value);

} // namespace hlo2cpp
