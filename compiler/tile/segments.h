// How the tiles of a contraction lie along its lane dimension and along its row dimension.
#pragma once

#include <functional>
#include <vector>

#include "support/range.h"
#include "tile/cost.h"

namespace hlo2cpp {

// A part of the lane dimension: blocks of `vectors` vectors of `lanes` lanes; see RegisterTile.
struct LaneSegment {
    Range range;
    std::int64_t lanes = 1, vectors = 1, idle = 0, again = 0;
    TileSize tile;
};

// What becomes of points that fill no vector.
enum class Rest : std::uint8_t {
    Narrower, // vectors of half as many lanes, in the end of one
    Idle,     // the last vector reaches behind them
    Again,    // the last vector begins earlier
};

// The best tile for so many columns of vectors of so many lanes.
using TileOfColumns = std::function<TileSize(std::int64_t columns, std::int64_t lanes)>;

// Points outside `interior` are segments of scalars; there is no rest but `Narrower` where they are fewer than the
// lanes of the narrowest vector. `widest`: lanes.
std::vector<LaneSegment> lane_segments(std::int64_t points, const Range& interior, std::int64_t widest, Rest rest,
                                       const TileOfColumns& tile_of);

// A part of the row dimension: tiles of so many rows. A border is one tile.
struct RowSegment {
    Range range;
    std::int64_t rows = 1;
    bool border = false;
};

// Tiles of at most `most` rows, in order: neighbours that are no border are one segment where they have one size.
std::vector<RowSegment> row_segments(std::int64_t rows, std::int64_t most,
                                     const std::function<bool(const Range& rows)>& is_border);

// Tiles of one size run in one text, together with those of the border that are the first and the last of them.
std::vector<RowSegment> with_borders(const std::vector<RowSegment>& segments);

} // namespace hlo2cpp
