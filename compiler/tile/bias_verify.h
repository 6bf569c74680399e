// Check that the sums of a piece may start at their bias.
#pragma once

#include <optional>
#include <string>

#include "tile/loop_nest.h"

namespace hlo2cpp {

// Fault of Piece::from_bias, if it has one.
std::optional<std::string> wrong_bias(const Kernel& kernel, const Piece& piece, bool in_order);

} // namespace hlo2cpp
