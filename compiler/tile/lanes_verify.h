// Whether points without a reduction can be computed as the vectors that their tile says.
#pragma once

#include <optional>
#include <string>

#include "tile/loop_nest.h"

namespace hlo2cpp {

// The first thing that is wrong with the tile of a piece of a kernel without a reduction: more than one row of vectors,
// lanes that are no neighbours in what they read or write, that a condition tells apart or that are not all written, an
// op that has no vectors.
std::optional<std::string> wrong_lanes(const Kernel& kernel, const Piece& piece);

// Whether all lanes along a dimension read one element, or neighbours.
bool read_together(const Kernel& kernel, const Index& index, std::int64_t lane_dim);

} // namespace hlo2cpp
