// Checks of rows that are copied in front of the loops over a tile's columns.
#pragma once

#include <optional>
#include <string>

#include "nest/nest.h"

namespace hlo2cpp {

// Fault of the nest's row copy, if it has one: a copy that holds other elements than the sum needs, or none of its
// conditions' zeros, a scratch that is too small, tiles that read rows which are not copied.
std::optional<std::string> wrong_row_copy(const Kernel& kernel, const LoopNest& nest);

} // namespace hlo2cpp
