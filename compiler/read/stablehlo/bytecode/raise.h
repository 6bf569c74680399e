// Versioned operations of portable artifacts -> StableHLO's, in the normal form of structure.h.
#pragma once

#include <string_view>

#include "read/stablehlo/structure.h"

namespace hlo2cpp::stablehlo::bytecode {

// "vhlo.dot_general_v2" -> "stablehlo.dot_general"; names of other dialects stay.
std::string raised_name(std::string_view name);
// Brings an operation whose name is raised into normal form; `parent` is the raised name of the one around it.
// Attributes of VHLO's own become the structured attributes of StableHLO.
void raise(Operation& operation, std::string_view parent);

} // namespace hlo2cpp::stablehlo::bytecode
