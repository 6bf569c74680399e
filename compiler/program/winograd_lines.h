// Transforms of a line by minimal filtering, see nest/minimal_filter.h.
#pragma once

#include "program/winograd_tiles.h"

namespace hlo2cpp {

// B^T line: the rows of a pair share their sums of even and of odd elements.
std::vector<tree::Expression> input_line(WinogradTiles& tiles, const std::vector<tree::Expression>& line,
                                         const tree::Type& type);
// A^T line: columns of a pair differ in the sign of odd rows.
std::vector<tree::Expression> output_line(WinogradTiles& tiles, const std::vector<tree::Expression>& line,
                                          const tree::Type& type);

} // namespace hlo2cpp
