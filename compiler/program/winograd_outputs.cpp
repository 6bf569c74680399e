#include "program/winograd_outputs.h"

#include "program/from_nest.h"
#include "program/scalar_nest.h"
#include "program/winograd_lines.h"
#include "program/winograd_sums.h"

namespace hlo2cpp {
namespace {

using tree::Expression;

class WinogradOutputs {
public:
    WinogradOutputs(WinogradTiles& tiles, const WinogradTiles::Tile& tile, const nest::SumStores& stores)
        : tiles_(tiles), tile_(tile), stores_(stores), w_(tiles.winograd), blocks_(tiles.blocks), m_(tiles.m),
          n_(tiles.n), type_(winograd_type(stores.body.lanes)) {}

    void build() {
        const Range& features = stores_.body.box[static_cast<std::size_t>(w_.dims.features)];
        const Expression feature = tiles_.open_rounds(tiles_.local("feature"), features, stores_.body.lanes);
        blocks_.add(tree::Declare{.type = type_, .name = tiles_.half, .sizes = {m_, n_}});
        transform_columns(feature);
        transform_rows(feature);
        blocks_.close();
    }

private:
    void transform_columns(const Expression& feature) {
        const Expression j = tiles_.open_unrolled(tiles_.point, n_);
        std::vector<Expression> line;
        const Expression first = plus(times(tile_.slot, w_.points() * w_.features), feature);
        for (std::int64_t i = 0; i < n_; ++i) {
            const Expression offset = tree::add(times(plus(j, i * n_), w_.features), first);
            line.push_back(tiles_.define("product" + std::to_string(i), type_,
                                         winograd_element(type_, tiles_.products, offset, false)));
        }
        tiles_.set_half_column(j, output_line(tiles_, line, type_));
        blocks_.close();
    }

    // The second transform of each row of the tile, and the stores of its results.
    void transform_rows(const Expression& feature) {
        const NestContext& c = tiles_.context;
        const Expression a = tiles_.open_unrolled(tiles_.other, m_);
        const Expression row = plus(times(tile_.row, m_), a);
        const bool over = w_.tile_rows * m_ > tiles_.size(w_.dims.rows);
        if (over) blocks_.open_if(tree::less(row, tree::integer(tiles_.size(w_.dims.rows))));
        Names names(&c.names);
        Emitter emitter(c.kernel, c.values, emitted_ranges(c.kernel, stores_.body.box), emitted_roots(c.kernel),
                        c.wide_index, c.arithmetic, c.pointer, names, blocks_);
        tiles_.bind_batches(emitter);
        tiles_.bind(emitter, w_.dims.rows, row);
        const std::string sums = tiles_.unique("sums");
        blocks_.add(tree::Declare{.type = type_, .name = sums, .sizes = {m_}});
        const std::vector<Expression> results = output_line(tiles_, tiles_.half_row(a), type_);
        for (std::int64_t b = 0; b < m_; ++b)
            blocks_.add(tree::Assign{.target = tree::subscript(tree::name(sums), tree::integer(b)),
                                     .value = results[static_cast<std::size_t>(b)]});
        FromNest from(c.nest, stores_.body, emitter, c.pointer, c.packed);
        from.names().define(stores_.sums, sums, stores_.body.lanes);
        from.names().define(stores_.row, times(tile_.column, m_));
        from.names().define(stores_.lane, feature);
        from.build();
        if (over) blocks_.close();
        blocks_.close();
    }

    WinogradTiles& tiles_;
    const WinogradTiles::Tile& tile_;
    const nest::SumStores& stores_;
    const Winograd& w_;
    Blocks& blocks_;
    const std::int64_t m_, n_;
    const tree::Type type_;
};

} // namespace

void build_winograd_outputs(WinogradTiles& tiles) {
    tiles.blocks.add(tree::Comment{"The results of each tile."});
    tiles.for_tiles([&](const WinogradTiles::Tile& tile) {
        for (const nest::SumStores& stores : tiles.winograd.stores) WinogradOutputs(tiles, tile, stores).build();
    });
}

} // namespace hlo2cpp
