// Rows of a factor that are copied in front of the loop over the columns of a tile, see RowCopy.
#pragma once

#include "nest/nest.h"
#include "program/tile_point.h"

namespace hlo2cpp {

// Builds the copy of so many rows from the point on, in a body over the box.
void build_row_copy(const RowCopy& copy, std::int64_t rows, const std::vector<Range>& box, Emitter& emitter,
                    TilePoint& point, const Pointer& pointer);

} // namespace hlo2cpp
