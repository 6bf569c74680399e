// Tests in front of tiles, which leave out those whose results nobody needs.
#pragma once

#include "kernel/bounds.h"
#include "tile/tiling.h"

namespace hlo2cpp {

// Conditions under which a round of the piece's loop computes what somebody needs; all its tiles stand behind them.
// None if a test would cost about as much as a point.
std::vector<Condition> tests_of_need(const Kernel& kernel, const Piece& piece, const Bounds& bounds, std::size_t loop);

} // namespace hlo2cpp
