// Division of a contraction's lane and row dimensions into tiles.
#pragma once

#include <functional>
#include <vector>

#include "support/range.h"
#include "tile/register_tile.h"

namespace hlo2cpp {

// A part of the lane dimension: blocks of `vectors` vectors of `lanes` lanes; see RegisterTile.
struct LaneSegment {
    Range range;
    std::int64_t lanes = 1, vectors = 1, idle = 0, again = 0;
    TileSize tile;
};

// Treatment of points at the end that fill no vector.
enum class Rest : std::uint8_t {
    Narrower, // narrower vectors, each half as wide as the one before, then points
    Idle,     // idle lanes: the last vector reaches behind the end
    Again,    // overlapping tail: the last vector begins earlier
};

// Returns the best tile for `columns` vectors of `lanes` lanes.
using TileOfColumns = std::function<TileSize(std::int64_t columns, std::int64_t lanes)>;

// Segments of a lane dimension. Points outside `interior` are segments of scalars; if the interior is shorter than the
// narrowest vector, the rest is `Narrower`. `widest`: lanes.
std::vector<LaneSegment> lane_segments(std::int64_t points, const Range& interior, std::int64_t widest, Rest rest,
                                       const TileOfColumns& tile_of);

// Segments of scalars for words of two columns: tiles of an even number of columns, at most those of the size.
std::vector<LaneSegment> pair_segments(std::int64_t points, const TileSize& most);

// A part of the row dimension: tiles of `rows` rows each. A border is one tile.
struct RowSegment {
    Range range;
    std::int64_t rows = 1;
    bool border = false;
};

// Tiles of at most `most` rows, in order: neighbours of one size form one segment, and each border is a segment.
std::vector<RowSegment> row_segments(std::int64_t rows, std::int64_t most,
                                     const std::function<bool(const Range& rows)>& is_border);

// Joins tiles of one size in one segment, with the borders in front of them and behind them.
std::vector<RowSegment> with_borders(const std::vector<RowSegment>& segments);

} // namespace hlo2cpp
