#include "program/winograd_inputs.h"

#include <algorithm>

#include "program/scalar_nest.h"
#include "program/winograd_lines.h"
#include "program/winograd_sums.h"

namespace hlo2cpp {
namespace {

using tree::Expression;

std::int64_t rounded_up_quotient(std::int64_t a, std::int64_t divisor) {
    return -floor_divide(-a, divisor);
}

// The test that a value of `all` is inside the range; none if it always is.
Expression within(const Expression& value, const Range& range, const Range& all) {
    Expression test;
    if (range.begin > all.begin) test = tree::greater_equal(value, tree::integer(range.begin));
    if (range.end < all.end) test = tree::logical_and(test, tree::less(value, tree::integer(range.end)));
    return test;
}

std::vector<Range> input_ranges(const WinogradTiles& tiles) {
    const Winograd& w = tiles.winograd;
    std::vector<Range> ranges = all_ranges(tiles.context.kernel);
    const auto range = [&](std::int64_t d) -> Range& { return ranges[static_cast<std::size_t>(d)]; };
    range(w.dims.tap_rows) = {0, tiles.n};
    range(w.dims.tap_columns) = {0, w.dims.joined() ? tiles.n * w.dims.channel_count : tiles.n};
    range(w.dims.rows) = {0, w.tile_rows * tiles.m};
    range(w.dims.columns) = {0, w.tile_columns * tiles.m};
    return ranges;
}

class WinogradInputs {
public:
    WinogradInputs(WinogradTiles& tiles, const WinogradTiles::Tile& tile)
        : tiles_(tiles), tile_(tile), w_(tiles.winograd), blocks_(tiles.blocks), m_(tiles.m), n_(tiles.n),
          names_(&tiles.context.names),
          emitter_(tiles.context.kernel, tiles.context.values, input_ranges(tiles), {w_.dims.input},
                   tiles.context.wide_index, tiles.context.arithmetic, tiles.context.pointer, names_, blocks_) {}

    // Tiles inside the image need no tests.
    void build() {
        tiles_.bind_batches(emitter_);
        tiles_.bind(emitter_, w_.dims.rows, times(tile_.row, m_));
        tiles_.bind(emitter_, w_.dims.columns, times(tile_.column, m_));
        const Range rows = interior(w_.dims.row_inside, w_.tile_rows),
                    columns = interior(w_.dims.column_inside, w_.tile_columns);
        const bool none = rows.size() <= 0 || columns.size() <= 0;
        const Expression inside = tree::logical_and(within(tile_.row, rows, {0, w_.tile_rows}),
                                                    within(tile_.column, columns, {0, w_.tile_columns}));
        if (none || !inside.valid()) return build_tile(none);
        blocks_.open_if(inside);
        build_tile(false);
        tree::Statements plain = blocks_.take_block();
        blocks_.open_if(tree::logical_not(inside));
        build_tile(true);
        tree::Statements guarded = blocks_.take_block();
        blocks_.add(tree::If{.test = inside, .body = std::move(plain), .otherwise = std::move(guarded)});
    }

private:
    // Tiles whose inputs are all there.
    Range interior(const Range& inside, std::int64_t tiles) const {
        return {std::max<std::int64_t>(rounded_up_quotient(inside.begin, m_), 0),
                std::min(floor_divide(inside.end - n_, m_) + 1, tiles)};
    }

    void build_tile(bool guarded) {
        const std::int64_t lanes = w_.channel_lanes, channels = w_.dims.channel_count;
        const tree::Type type = winograd_type(lanes), index = tiles_.index_type();
        Expression channel = tiles_.open(tiles_.local("channel"), {0, channels}, lanes);
        if (channels % lanes != 0) // the last vector overlaps the one before
            channel = tiles_.define("from", index,
                                    tree::call("earlier", index.element, {channel, tree::integer(channels - lanes)}));
        if (!w_.dims.joined()) tiles_.bind(emitter_, w_.dims.channels, channel);
        blocks_.add(tree::Declare{.type = type, .name = tiles_.half, .sizes = {n_, n_}});
        transform_columns(channel, type, guarded);
        transform_rows(channel, type);
        blocks_.close();
    }

    void transform_columns(const Expression& channel, const tree::Type& type, bool guarded) {
        const Expression j = tiles_.open_unrolled(tiles_.point, n_);
        tiles_.bind(emitter_, w_.dims.tap_columns,
                    w_.dims.joined() ? plus(times(j, w_.dims.channel_count), channel) : j);
        std::vector<Expression> line;
        for (std::int64_t i = 0; i < n_; ++i) {
            emitter_.bind(w_.dims.tap_rows, {.offset = i, .depth = blocks_.top()});
            line.push_back(tiles_.define("x" + std::to_string(i), type, element(i, guarded ? j : Expression())));
        }
        tiles_.set_half_column(j, input_line(tiles_, line, type));
        blocks_.close();
    }

    void transform_rows(const Expression& channel, const tree::Type& type) {
        const Expression i = tiles_.open_unrolled(tiles_.point, n_);
        const std::vector<Expression> points = input_line(tiles_, tiles_.half_row(i), type);
        const Expression first = plus(times(tile_.slot, w_.dims.channel_count), channel);
        for (std::int64_t k = 0; k < n_; ++k) {
            const Expression offset = tree::add(times(plus(times(i, n_), k), w_.point_stride), first);
            blocks_.add(tree::Assign{.target = winograd_element(type, tiles_.transformed, offset, true),
                                     .value = points[static_cast<std::size_t>(k)]});
        }
        blocks_.close();
    }

    // Element of row i of the tile's inputs. With a column j, it is zero outside the input.
    Expression element(std::int64_t i, const Expression& j) {
        const tree::Type type = winograd_type(w_.channel_lanes);
        const Expr& load = tiles_.context.kernel.exprs[w_.dims.input];
        const Expression value =
            winograd_element(type, tiles_.context.pointer(load.argument, false), emitter_.index(load.index), false);
        if (!j.valid()) return value;
        const Range &row = w_.dims.row_inside, tiles = {0, w_.tile_rows};
        const Range with_row = {rounded_up_quotient(row.begin - i, m_), rounded_up_quotient(row.end - i, m_)};
        const Expression zero = w_.channel_lanes > 1 ? tree::vector_zero(type) : tree::zero(type.element);
        if (common_part(with_row, tiles).size() <= 0) return zero;
        const Range columns = {0, (w_.tile_columns - 1) * m_ + n_};
        const Expression column = plus(times(tile_.column, m_), j);
        const Expression test =
            tree::logical_and(within(tile_.row, with_row, tiles), within(column, w_.dims.column_inside, columns));
        return test.valid() ? tree::conditional(test, value, zero) : value;
    }

    WinogradTiles& tiles_;
    const WinogradTiles::Tile& tile_;
    const Winograd& w_;
    Blocks& blocks_;
    const std::int64_t m_, n_;
    Names names_;
    Emitter emitter_;
};

} // namespace

void build_winograd_inputs(WinogradTiles& tiles) {
    tiles.blocks.add(tree::Comment{"The inputs of each tile, transformed."});
    tiles.for_tiles([&](const WinogradTiles::Tile& tile) { WinogradInputs(tiles, tile).build(); });
}

} // namespace hlo2cpp
