// The values that an index takes where limits hold, found by looking at the points: for what intervals do not show.
#pragma once

#include "kernel/limits.h"

namespace hlo2cpp {

// Exact for each group of dimensions that limits or quotients tie together; the groups are independent. An empty range
// where the limits never hold. Nothing where a group has too many points, or numbers are too large.
std::optional<Range> exact_range(const IndexSpace& space, const Index& index, const Limits& limits);

} // namespace hlo2cpp
