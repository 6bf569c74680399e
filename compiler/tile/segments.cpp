#include "tile/segments.h"

#include <algorithm>
#include <iterator>

#include "tile/register_tile.h"

namespace hlo2cpp {
namespace {

constexpr std::int64_t kNarrowest = 4; // lanes of a vector

std::vector<LaneSegment> blocks_of(std::int64_t begin, std::int64_t columns, std::int64_t lanes,
                                   const TileOfColumns& tile_of) {
    const TileSize size = tile_of(columns, lanes);
    std::vector<LaneSegment> segments;
    for (const Blocks& blocks : even_blocks(columns, size.vectors, size.together)) {
        const std::int64_t end = begin + blocks.size * blocks.count * lanes;
        segments.push_back({.range = {begin, end},
                            .lanes = lanes,
                            .vectors = blocks.size,
                            .tile = {size.rows, blocks.size, size.chains, size.together}});
        begin = end;
    }
    return segments;
}

// The last block reaches behind the range: it is a segment of its own, with idle lanes or an overlap.
std::vector<LaneSegment> whole_vectors(const Range& range, std::int64_t lanes, Rest rest,
                                       const TileOfColumns& tile_of) {
    std::vector<LaneSegment> segments = blocks_of(range.begin, (range.size() + lanes - 1) / lanes, lanes, tile_of);
    LaneSegment last = segments.back();
    const std::int64_t missing = last.range.end - range.end;
    if (missing == 0) return segments;
    const bool alone = last.range.begin == range.begin && last.range.size() == last.vectors * lanes;
    if (rest == Rest::Again && alone) { // the overlap needs a vector in front
        --segments.back().vectors, --segments.back().tile.vectors;
        last.vectors = last.tile.vectors = 1;
    }
    last.range = {last.range.end - last.vectors * lanes, range.end};
    segments.back().range.end = last.range.begin;
    if (segments.back().range.size() == 0) segments.pop_back();
    if (rest == Rest::Again) last.range.begin -= missing;
    (rest == Rest::Again ? last.again : last.idle) = missing;
    segments.push_back(last);
    return segments;
}

// Widest vector with at most `points` lanes.
std::int64_t lanes_within(std::int64_t points, std::int64_t widest) {
    std::int64_t lanes = widest;
    while (lanes > kNarrowest && lanes > points) lanes /= 2;
    return lanes;
}

std::vector<LaneSegment> narrower_vectors(const Range& range, std::int64_t widest, const TileOfColumns& tile_of) {
    std::vector<LaneSegment> segments;
    std::int64_t at = range.begin;
    for (std::int64_t lanes = widest; at<range.end; lanes = lanes> kNarrowest ? lanes / 2 : 1) {
        const std::int64_t columns = (range.end - at) / lanes;
        if (columns == 0) continue;
        std::ranges::copy(blocks_of(at, columns, lanes, tile_of), std::back_inserter(segments));
        at += columns * lanes;
    }
    return segments;
}

std::vector<LaneSegment> interior_segments(const Range& interior, std::int64_t widest, Rest rest,
                                           const TileOfColumns& tile_of) {
    const std::int64_t points = interior.size();
    if (rest == Rest::Idle) // more than half of the lanes hold points
        return whole_vectors(interior, lanes_within(2 * points - 1, widest), rest, tile_of);
    const std::int64_t lanes = lanes_within(points, widest);
    if (rest == Rest::Again && points >= lanes) return whole_vectors(interior, lanes, rest, tile_of);
    return narrower_vectors(interior, widest, tile_of);
}

} // namespace

std::vector<LaneSegment> lane_segments(std::int64_t points, const Range& interior, std::int64_t widest, Rest rest,
                                       const TileOfColumns& tile_of) {
    std::vector<LaneSegment> segments;
    if (interior.begin > 0) segments.push_back({.range = {0, interior.begin}, .tile = {}});
    std::ranges::copy(interior_segments(interior, widest, rest, tile_of), std::back_inserter(segments));
    if (interior.end < points) segments.push_back({.range = {interior.end, points}, .tile = {}});
    return segments;
}

std::vector<LaneSegment> pair_segments(std::int64_t points, const TileSize& most) {
    const auto in_pairs = [](std::int64_t columns) { return columns + columns % 2; };
    const std::int64_t tiles = (points + most.vectors - 1) / most.vectors,
                       width = in_pairs((points + tiles - 1) / tiles), whole = points / width * width;
    std::vector<LaneSegment> segments;
    for (const Range& range : {Range{0, whole}, Range{whole, points}})
        if (range.size() > 0)
            segments.push_back({.range = range, .vectors = std::min(range.size(), width), .tile = most});
    return segments;
}

std::vector<RowSegment> row_segments(std::int64_t rows, std::int64_t most,
                                     const std::function<bool(const Range& rows)>& is_border) {
    std::vector<RowSegment> segments;
    std::int64_t begin = 0;
    for (const Blocks& blocks : even_blocks(rows, most)) {
        for (std::int64_t i = 0; i < blocks.count; ++i, begin += blocks.size) {
            const Range range{begin, begin + blocks.size};
            const bool border = is_border(range);
            if (!border && !segments.empty() && !segments.back().border && segments.back().rows == blocks.size)
                segments.back().range.end = range.end;
            else
                segments.push_back({range, blocks.size, border});
        }
    }
    return segments;
}

std::vector<RowSegment> with_borders(const std::vector<RowSegment>& segments) {
    std::vector<RowSegment> joined;
    for (const RowSegment& segment : segments) {
        if (!joined.empty() && joined.back().rows == segment.rows) {
            joined.back().range.end = segment.range.end;
            joined.back().border = joined.back().border || segment.border;
        } else {
            joined.push_back(segment);
        }
    }
    return joined;
}

} // namespace hlo2cpp
