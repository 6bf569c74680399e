// Attributes as MLIR text, which XLA gives to typed custom calls.
#pragma once

#include <string>

#include "read/stablehlo/structure.h"

namespace hlo2cpp::stablehlo {

// {name = "abc", n = 3 : i64}: entries by name.
std::string attribute_text(const Dictionary& dictionary);

} // namespace hlo2cpp::stablehlo
