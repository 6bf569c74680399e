// The statements of a piece while they are built: its registers, the loops over its register tile, and the open blocks.
#pragma once

#include "nest/builder.h"
#include "tile/needed_points.h"

namespace hlo2cpp {

class TileLoops : public nest::Builder {
public:
    TileLoops(const Kernel& of, const Tiling& all, const Piece& one);

    const Kernel& kernel;
    const Tiling& nest;
    const Piece& piece;
    const RegisterTile& tile;
    const ElementType type; // type of the lanes
    const Bounds bounds;    // the box, and all points of the reduction
    const Dependences dependences;
    nest::RegistersId accumulators;          // accumulators of the reduction, or of its open block
    std::optional<nest::Parts> parts;        // other registers of extrema in parts
    std::optional<nest::RegistersId> raises; // what sums of raised factors are too large by, one a vector
    nest::CounterId row, column, chain, step, lane;
    // Registers with the words of each row in the open round, and the number of a word.
    struct RowWords {
        nest::RegistersId registers;
        nest::CounterId number;
    };
    std::optional<RowWords> row_words;

    const Range& range(std::int64_t dim) const { return piece.box[static_cast<std::size_t>(dim)]; }
    bool varies(ExprId expr, std::int64_t dim) const;
    // True if the expression differs from lane to lane.
    bool has_lanes(ExprId expr) const;

    // Stores the outputs of a point, from the result of its reduction.
    void store(const nest::Ref& result);

    // Loops over the tiles: the first `count` loops of the piece. A single round is written without a loop.
    template <typename Build>
    void over_points(std::size_t count, Build&& build, std::size_t number = 0) {
        if (number == count) return scope(build);
        if (unswitches(number)) {
            const auto copy = [&] { over_rounds(count, build, number); };
            return inside(nest::Unswitched{piece.unswitched}, copy);
        }
        over_rounds(count, build, number);
    }
    template <typename Build>
    void over_rounds(std::size_t count, Build&& build, std::size_t number) {
        const Loop& loop = piece.loops[number];
        const Range& side = range(loop.dim);
        const auto inner = [&] {
            const std::vector<Condition> tests = tests_of_need(kernel, piece, bounds, number);
            const auto all = [&] { over_points(count, build, number + 1); };
            tests.empty() ? all() : inside(nest::If{tests}, all);
        };
        if (side.size() == loop.step) {
            bind(loop.dim, side.begin);
            return inner();
        }
        nest::For points{.counter = counter("i" + std::to_string(loop.dim)),
                         .begin = side.begin,
                         .end = side.end,
                         .step = loop.step};
        if (loop.down) points.begin = side.end - loop.step, points.end = side.begin, points.step = -loop.step;
        inside(points, [&] {
            bind(loop.dim, points.counter);
            inner();
        });
    }
    // Unrolled loops over the tile. A single round is written without a loop.
    template <typename Build>
    void for_rows(const Range& rows, Build&& build) {
        if (tile.row_dim < 0 || tile.rows == 1) return build(nest::Position());
        if (rows.size() == 1)
            return scope([&] {
                add(nest::Inside{tile.row_dim, rows.begin});
                build(nest::Position(rows.begin));
            });
        inside(loop(row, rows), [&] {
            add(nest::Inside{tile.row_dim, row});
            build(nest::Position(row));
        });
    }
    template <typename Build>
    void for_rows(Build&& build) {
        for_rows({0, tile.rows}, build);
    }
    template <typename Build>
    void for_vectors(std::int64_t count, Build&& build) {
        if (count == 0) return;
        if (count == 1) return build(nest::Position());
        inside(loop(column, {0, count}), [&] {
            if (tile.lanes == 1) add(nest::Inside{tile.lane_dim, column});
            build(nest::Position(column));
        });
    }
    // Groups of so many vectors, which make up the count.
    template <typename Build>
    void for_groups(std::int64_t count, std::int64_t together, Build&& build) {
        if (together == 1 || count == together) return for_vectors(count / together, build);
        nest::For groups = loop(column, {0, count});
        groups.step = together, groups.unroll /= together;
        inside(groups, [&] { build(nest::Position(column)); });
    }
    template <typename Build>
    void for_chains(const Range& chains, Build&& build) {
        if (chains.size() == 1) return build(nest::Position(chains.begin));
        inside(unrolled(chain, chains), [&] { build(nest::Position(chain)); });
    }
    template <typename Build>
    void for_accumulators(Build&& build) {
        for_chains({0, tile.chains}, [&](const nest::Position& c) {
            for_rows([&](const nest::Position& r) {
                for_vectors(tile.vectors, [&](const nest::Position& v) { build(c, r, v); });
            });
        });
    }
    static nest::For unrolled(nest::CounterId number, const Range& range);
    // An unrolled loop, or one that stays a loop if `rolled`.
    nest::For loop(nest::CounterId number, const Range& range) const;
    bool rolled = false;

    nest::Ref accumulator(nest::RegistersId of, const nest::Position& c, const nest::Position& r,
                          const nest::Position& v) const;
    nest::Ref accumulator(const nest::Position& c, const nest::Position& r, const nest::Position& v) const {
        return accumulator(accumulators, c, r, v);
    }
    std::vector<std::int64_t> shape() const; // shape of the accumulators
    nest::Ref raise(const nest::Position& v) const;
    nest::Ref words_of_row(const nest::Position& r) const;

    nest::Position first_column; // of the tile that is open

private:
    bool unswitches(std::size_t number) const;
    void bind(std::int64_t dim, const nest::Position& first) {
        if (dim == tile.lane_dim) first_column = first;
        add(nest::Bind{dim, first});
    }
};

} // namespace hlo2cpp
