// Partitions of a box into boxes.
#pragma once

#include <cstdint>
#include <vector>

#include "support/range.h"

namespace hlo2cpp {

// True if each point of [0, sizes[0]) x [0, sizes[1]) x ... lies in exactly one of the boxes, none of which is empty or
// reaches further. Takes time in proportion to their corners.
bool boxes_cover(const std::vector<std::vector<Range>>& boxes, const std::vector<std::int64_t>& sizes);

// True if each point lies in as many boxes of the one list as of the other. An empty box holds no point.
bool cover_alike(const std::vector<std::vector<Range>>& boxes, const std::vector<std::vector<Range>>& others);

} // namespace hlo2cpp
