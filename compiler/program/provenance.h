// Comments that say where a step comes from.
#pragma once

#include <string>
#include <vector>

#include "ir/module.h"

namespace hlo2cpp {

// HLO instructions, op names, source lines; a line each where they are long. Empty where nothing is known.
std::string provenance_text(const std::vector<std::string>& origins, const std::vector<Metadata>& metadata);

} // namespace hlo2cpp
