// Check that operands are packed in the order in which the tiles read them.
#pragma once

#include <optional>
#include <string>

#include "nest/nest.h"

namespace hlo2cpp {

// The first fault in the packings of a nest: blocks that differ from those of its tiles, dimensions that the load does
// not depend on, elements outside the array, or a scratch that is too small or used twice.
std::optional<std::string> wrong_packing(const Kernel& kernel, const LoopNest& nest);

} // namespace hlo2cpp
