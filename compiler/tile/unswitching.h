// Loop unswitching: an innermost loop is there twice, once for the points at which all conditions of its guards and
// stores hold, without these tests.
#pragma once

#include "tile/tiling.h"

namespace hlo2cpp {

// Number of the innermost loop that has several rounds; none if each loop has one.
std::optional<std::size_t> innermost_loop(const Piece& piece);
// Adds the conditions of the piece that its innermost loop does not change, if one test of all of them pays.
void unswitch(const Kernel& kernel, const Target& target, Piece& piece);

} // namespace hlo2cpp
