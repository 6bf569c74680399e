// Whether the taps of a border reach each row of each tile where they must, once, in order.
#pragma once

#include <optional>
#include <string>

#include "tile/loop_nest.h"

namespace hlo2cpp {

// What is wrong with the rows and taps of the piece, or nothing.
std::optional<std::string> wrong_taps(const Kernel& kernel, const Piece& piece);

} // namespace hlo2cpp
