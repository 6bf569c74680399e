// Check that points without a reduction can be computed as the vectors of their tile.
#pragma once

#include <optional>
#include <string>

#include "tile/loop_nest.h"

namespace hlo2cpp {

// The first fault in the tile of a piece without a reduction: several rows of vectors, lanes that are not adjacent in
// an array, a condition that differs between lanes, lanes that are not all written, or an op without a vector form.
std::optional<std::string> wrong_lanes(const Kernel& kernel, const Piece& piece);

// True if all lanes along a dimension read one element, or neighbours.
bool read_together(const Kernel& kernel, const Index& index, std::int64_t lane_dim);

} // namespace hlo2cpp
