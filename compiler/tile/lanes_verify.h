// Check that points without a reduction can be computed as the vectors of their tile.
#pragma once

#include <optional>
#include <string>

#include "nest/statement.h"

namespace hlo2cpp {

// The first fault in the vectors of a body without a reduction: lanes that are not adjacent in
// an array, a condition that differs between lanes, lanes that are not all written, or an op without a vector form.
std::optional<std::string> wrong_lanes(const Kernel& kernel, const nest::Body& body);

// True if all lanes along a dimension read one element, or neighbours.
bool read_together(const Kernel& kernel, const Index& index, std::int64_t lane_dim);

} // namespace hlo2cpp
