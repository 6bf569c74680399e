// The exact range of an index under limits, by enumeration of points, where interval arithmetic is too coarse.
#pragma once

#include "kernel/limits.h"

namespace hlo2cpp {

// Each group of dimensions tied by limits or quotients is enumerated alone; groups are independent. The range is empty
// if the limits never hold. Nothing if a group has too many points or numbers are too large.
std::optional<Range> exact_range(const IndexSpace& space, const Index& index, const Limits& limits);

} // namespace hlo2cpp
