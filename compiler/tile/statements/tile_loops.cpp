#include "tile/statements/tile_loops.h"

#include <algorithm>

#include "tile/unswitching.h"
#include "tile/vector_form.h"

namespace hlo2cpp {

TileLoops::TileLoops(const Kernel& of, const Tiling& all, const Piece& one)
    : kernel(of), nest(all), piece(one), tile(piece.tile), type(tile.halves ? ElementType::F16 : lane_type(kernel)),
      bounds(kernel.space, piece.box), dependences(kernel, bounds) {
    row = counter("r", true), column = counter("v", true), chain = counter("c", true), step = counter("k", true);
    lane = body.lane = counter("lane", true);
    body.box = piece.box;
    if (tile.again > 0 && !tile.lane_reduces) body.overlaps.push_back({tile.lane_dim, tile.again, !tile.new_lanes});
    if (tile.rows_again > 0) body.overlaps.push_back({tile.row_dim, tile.rows_again});
    body.lane_dim = tile.lane_dim;
    body.lanes = tile.lanes;
    body.type = type;
    body.from_bias = piece.from_bias;
    body.vectors = tile.vectors;
}

bool TileLoops::unswitches(std::size_t number) const {
    return !piece.unswitched.empty() && innermost_loop(piece) == number;
}

bool TileLoops::varies(ExprId expr, std::int64_t dim) const {
    return (dependences.of(dependences.resolve(expr)).dims & dimension_bit(dim)) != 0;
}

bool TileLoops::has_lanes(ExprId expr) const {
    return tile.lanes > 1 && (dependences.of(dependences.resolve(expr)).accumulator || varies(expr, tile.lane_dim));
}

void TileLoops::store(const nest::Ref& result) {
    add(nest::Results{{result}});
    add(nest::StoreElement{});
}

nest::For TileLoops::unrolled(nest::CounterId number, const Range& range) {
    return {
        .counter = number, .begin = range.begin, .end = range.end, .unroll = std::max<std::int64_t>(range.size(), 1)};
}

nest::For TileLoops::loop(nest::CounterId number, const Range& range) const {
    nest::For made = unrolled(number, range);
    if (rolled) made.unroll = 0;
    return made;
}

nest::Ref TileLoops::accumulator(nest::RegistersId of, const nest::Position& c, const nest::Position& r,
                                 const nest::Position& v) const {
    nest::Ref element{.registers = of};
    if (tile.chains > 1) element.at.push_back(c);
    if (tile.rows > 1) element.at.push_back(r);
    if (tile.vectors > 1) element.at.push_back(v);
    return element;
}

nest::Ref TileLoops::raise(const nest::Position& v) const {
    nest::Ref element{.registers = *raises};
    if (tile.vectors > 1) element.at.push_back(v);
    return element;
}

nest::Ref TileLoops::words_of_row(const nest::Position& r) const {
    nest::Ref element{.registers = row_words->registers};
    if (tile.rows > 1) element.at.push_back(r);
    return element;
}

std::vector<std::int64_t> TileLoops::shape() const {
    std::vector<std::int64_t> sizes;
    for (const std::int64_t size : {tile.chains, tile.rows, tile.vectors})
        if (size > 1) sizes.push_back(size);
    return sizes;
}

} // namespace hlo2cpp
