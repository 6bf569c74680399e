// A StableHLO structure as text, to compare what readers made of two forms of a program.
#pragma once

#include <string>

#include "read/stablehlo/structure.h"

namespace hlo2cpp::stablehlo {

// A line an operation: values are numbered in their order, attributes in theirs; equal structures give equal texts.
// Places are left out, locations are there where asked for.
std::string canonical(const Document& document, bool with_locations = false);
std::string canonical(const Attribute& attribute);

} // namespace hlo2cpp::stablehlo
