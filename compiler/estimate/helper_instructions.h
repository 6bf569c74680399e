// Instructions of the functions of runtime_lib.
#pragma once

#include <optional>
#include <string_view>

#include "ir/element_type.h"
#include "machine/core.h"

namespace hlo2cpp {

// The type that a name ends with, "exp_f32", or of its vectors, "exp_f32x8"; none: it has none.
std::optional<ElementType> type_of_name(std::string_view name);
// The type of what a helper returns.
std::optional<ElementType> type_of_helper(std::string_view name);
// Instructions of one call with usual arguments; of vectors, of one vector.
InstructionCounts instructions_of_helper(std::string_view name);

} // namespace hlo2cpp
