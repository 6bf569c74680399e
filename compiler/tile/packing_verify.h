// Whether operands are packed where the tiles look for them.
#pragma once

#include <optional>
#include <string>

#include "tile/loop_nest.h"

namespace hlo2cpp {

// The first thing that is wrong with the packings of a nest: blocks that are not those of its pieces, dimensions that
// the load does not depend on, elements that the array does not have, a scratch that is too small or used twice.
std::optional<std::string> wrong_packing(const Kernel& kernel, const LoopNest& nest);

} // namespace hlo2cpp
