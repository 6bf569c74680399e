// Partitions of a box into boxes.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "support/range.h"

namespace hlo2cpp {

// True if each point of [0, sizes[0]) x [0, sizes[1]) x ... lies in exactly one of the boxes, none of which is empty or
// reaches further. Takes time in proportion to their corners.
bool boxes_cover(const std::vector<std::vector<Range>>& boxes, const std::vector<std::int64_t>& sizes);

// True if each point lies in as many boxes of the one list as of the other. An empty box holds no point. Nothing if
// that takes more than so many corners of boxes that are in one list alone.
std::optional<bool> cover_alike(std::vector<std::vector<Range>> boxes, std::vector<std::vector<Range>> others,
                                std::size_t most_corners);

} // namespace hlo2cpp
