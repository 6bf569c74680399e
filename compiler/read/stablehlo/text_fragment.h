// An attribute or a type alone as text, as bytecode has those of dialects that have no encoding.
#pragma once

#include <string_view>

#include "read/stablehlo/structure.h"

namespace hlo2cpp::stablehlo {

// Throw InputError with line and column in `text`.
Attribute parse_attribute_text(std::string_view text);
TypePtr parse_type_text(std::string_view text);

} // namespace hlo2cpp::stablehlo
