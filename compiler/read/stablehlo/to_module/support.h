// Operations and types that have no counterpart in HLO.
#pragma once

#include <span>

#include "read/stablehlo/structure.h"

namespace hlo2cpp::stablehlo {

// Throws an InputError that names all operations and types that are not supported, with the place of the first.
void check_supported(const Document& document, std::span<const Operation* const> functions);

} // namespace hlo2cpp::stablehlo
