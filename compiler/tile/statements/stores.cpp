#include "tile/statements/stores.h"

#include <algorithm>

#include "kernel/analysis.h"
#include "kernel/loads.h"
#include "tile/transposition.h"

namespace hlo2cpp {
namespace {

using nest::Position;

class Stores {
public:
    Stores(TileLoops& loops, const Target& target)
        : loops_(loops), target_(target), tile_(loops.tile), kernel_(loops.kernel) {}

    void build() {
        switch (loops_.piece.epilogue) {
        case Epilogue::Vectors: return vectors();
        case Epilogue::Scalars: return scalars();
        case Epilogue::OneByOne: return one_by_one();
        case Epilogue::LaneByLane: return lane_by_lane();
        }
    }

private:
    nest::Ref accumulator(const Position& r, const Position& v) const { return loops_.accumulator({}, r, v); }

    // ---- vectors
    void vectors() {
        const std::int64_t full = tile_.idle > 0 ? tile_.vectors - 1 : tile_.vectors;
        if (full == tile_.vectors && rounds_two()) return loops_.inside(nest::Epilogue{}, [&] { vectors_by_two(); });
        const auto store = [&] {
            loops_.for_rows([&](const Position& r) {
                loops_.for_vectors(full, [&](const Position& v) { vector(r, v, kept_of_all()); });
                if (full < tile_.vectors) last_vector(r, full);
            });
        };
        kernel_.reduction ? loops_.inside(nest::Epilogue{}, store) : store();
    }

    // True if two vectors of floats are rounded to one of bytes. GCC finds better registers for a single row, whose
    // sums fill them, if each vector is on its own.
    bool rounds_two() const {
        if (!kernel_.reduction || !target_.narrows_two || kernel_.outputs.size() != 1) return false;
        if (tile_.rows == 1 || tile_.vectors == 1) return false;
        const Output& output = kernel_.outputs[0];
        const Expr& expr = kernel_.exprs[loops_.dependences.resolve(output.expr)];
        const bool bytes = expr.type == ElementType::S8 || expr.type == ElementType::U8;
        return bytes && expr.nearest && expr.operands.size() == 1 && output.conditions.empty() &&
               tile_.lanes * byte_size(loops_.type) == target_.vector_bytes && !tile_.new_lanes;
    }

    // Rows inside: what they share is loaded once.
    void vectors_by_two() {
        const std::int64_t pairs = tile_.vectors / 2 * 2;
        const auto store = [&](const Position& v, bool two) {
            loops_.for_rows([&](const Position& r) {
                const nest::StoreVector both{
                    .result = accumulator(r, v), .vector = v, .lanes = tile_.lanes, .two = two};
                loops_.scope([&] { loops_.add(both); });
            });
        };
        loops_.for_groups(pairs, 2, [&](const Position& v) { store(v, true); });
        if (pairs < tile_.vectors) store(pairs, false);
    }

    // The stored lanes of a vector with an overlap: all, unless the operands of the overlap may be overwritten.
    nest::Kept kept_of_all() const {
        return tile_.new_lanes ? nest::Kept{nest::Kept::Which::Last, tile_.again} : nest::Kept{};
    }

    // Adds the store of the last vector, whose last lanes are idle.
    void last_vector(const Position& r, std::int64_t number) {
        if (!has_masks()) {
            const std::int64_t stored = loops_.piece.epilogue == Epilogue::Vectors ? parts(r, number) : 0;
            return lanes(r, number, 1, stored);
        }
        vector(r, number, {nest::Kept::Which::First, tile_.idle});
    }

    void vector(const Position& r, const Position& v, const nest::Kept& kept) {
        loops_.scope([&] {
            nest::StoreVector store{.vector = v, .lanes = tile_.lanes, .kept = kept};
            if (kernel_.reduction) store.result = accumulator(r, v);
            loops_.add(std::move(store));
        });
    }

    // True if the target masks vectors of this width, and only constants are loaded beside the stores.
    bool has_masks() const {
        constexpr std::int64_t kFewest = 8; // lanes that are worth a mask
        const std::int64_t bytes = byte_size(loops_.type);
        if (tile_.lanes < kFewest || tile_.lanes * bytes > target_.masked_bytes) return false;
        const auto is_whole = [&](ElementType type) {
            return type == loops_.type || (type == ElementType::F32 && loops_.type == ElementType::S32);
        };
        // A load behind a masked store waits for it.
        const auto lies_along = [&](ExprId load) {
            const Expr& expr = kernel_.exprs[load];
            return !loops_.has_lanes(load) ||
                   (is_whole(expr.type) && kernel_[expr.argument].constant && loops_.nest.packing_of(load) == nullptr &&
                    reads_along(kernel_, load, tile_.lane_dim));
        };
        return std::ranges::all_of(kernel_.outputs, [&](const Output& output) {
            const ElementType type = kernel_.exprs[output.expr].type;
            return (type == loops_.type || (is_integer(type) && byte_size(type) < bytes)) &&
                   kernel_.space.coefficient(output.index, tile_.lane_dim) == 1 &&
                   std::ranges::all_of(loads_of(kernel_, output.expr), lies_along);
        });
    }

    // ---- scalars
    void scalars() {
        loops_.for_rows([&](const Position& r) {
            loops_.for_vectors(tile_.vectors, [&](const Position& v) {
                const auto store = [&] { loops_.store(accumulator(r, v)); };
                const bool alone = tile_.vectors == 1 && tile_.row_dim < 0; // no loop around it
                alone ? loops_.scope(store) : store();
            });
        });
    }

    // The accumulators go to a small array, then a loop finishes one after the other: the code stands there once.
    void one_by_one() {
        const nest::RegistersId sums = loops_.registers("sums");
        const auto element = [&](const Position& r, const Position& v) {
            nest::Ref one{.registers = sums};
            if (tile_.rows > 1) one.at.push_back(r);
            if (tile_.vectors > 1) one.at.push_back(v);
            return one;
        };
        std::vector<std::int64_t> sizes;
        for (const std::int64_t size : {tile_.rows, tile_.vectors})
            if (size > 1) sizes.push_back(size);
        loops_.add(nest::Registers{.registers = sums, .type = loops_.type, .shape = sizes});
        const auto for_all = [&](auto&& build) {
            loops_.for_rows(
                [&](const Position& r) { loops_.for_vectors(tile_.vectors, [&](const Position& v) { build(r, v); }); });
        };
        for_all([&](const Position& r, const Position& v) { loops_.add(nest::Set{element(r, v), accumulator(r, v)}); });
        loops_.rolled = true;
        for_all([&](const Position& r, const Position& v) { loops_.store(element(r, v)); });
        loops_.rolled = false;
    }

    // ---- lanes
    void lane_by_lane() {
        loops_.for_rows([&](const Position& r) { lanes(r, 0, tile_.vectors, 0); });
    }

    // Moves `count` vectors of a row, from `first` on, to a small array, and stores its lanes behind those that are
    // stored already, except the idle ones.
    void lanes(const Position& r, std::int64_t first, std::int64_t count, std::int64_t stored) {
        const std::int64_t before = tile_.lanes * first, points = tile_.columns() - before;
        if (stored == points) return;
        const nest::RegistersId array = loops_.registers("lanes");
        loops_.add(nest::Registers{.registers = array, .type = loops_.type, .shape = {tile_.lanes * count}});
        loops_.for_vectors(count, [&](const Position& v) {
            loops_.add(nest::Set{{.registers = array, .lanes = tile_.lanes, .number = v}, accumulator(r, v + first)});
        });
        loops_.inside(nest::For{.counter = loops_.lane, .begin = stored, .end = points}, [&] {
            loops_.add(nest::Inside{tile_.lane_dim, Position(loops_.lane) + before});
            loops_.store({.registers = array, .at = {loops_.lane}});
        });
    }

    // Stores the lanes of the last vector of a row that are not idle as narrower vectors; the last one overlaps that
    // before it if it may. Returns the number of these lanes.
    std::int64_t parts(const Position& r, std::int64_t number) {
        constexpr std::int64_t kNarrowest = 4;
        const std::int64_t before = tile_.lanes * number, points = tile_.columns() - before;
        nest::Ref part = accumulator(r, number);
        const bool overlaps = may_run_again(kernel_);
        std::int64_t stored = 0, width = tile_.lanes / 2;
        while (stored < points && width >= kNarrowest) {
            const std::int64_t left = points - stored;
            const bool again = overlaps && points >= width && (left > width / 2 || width == kNarrowest);
            if (left < width && !again) {
                width /= 2;
                continue;
            }
            const std::int64_t first = std::min(stored, points - width);
            part.lanes = width;
            part.first = first;
            loops_.scope([&] {
                if (before + first > 0) loops_.add(nest::Inside{tile_.lane_dim, before + first});
                loops_.add(nest::StoreVector{.result = part, .lanes = width, .again = stored - first});
            });
            stored = first + width;
        }
        return stored;
    }

    TileLoops& loops_;
    const Target& target_;
    const RegisterTile& tile_;
    const Kernel& kernel_;
};

} // namespace

void build_stores(TileLoops& loops, const Target& target) {
    Stores(loops, target).build();
}

void build_stores_of(TileLoops& loops, nest::RegistersId results) {
    const std::int64_t lanes = loops.tile.result_lanes;
    loops.inside(nest::Epilogue{}, [&] {
        loops.for_rows([&](const Position& r) {
            loops.scope([&] {
                const nest::Ref vector{.registers = results, .lanes = lanes, .number = r};
                loops.add(nest::StoreVector{.result = vector, .lanes = lanes});
            });
        });
    });
}

void build_transposition(TileLoops& loops) {
    const Kernel& kernel = loops.kernel;
    const Move move = *move_of(kernel, loops.piece.box);
    loops.add(nest::Transpose{.load = move.load,
                              .from = *move.from,
                              .to = *move.to,
                              .from_row = kernel.space.coefficient(*move.from, loops.tile.lane_dim),
                              .to_row = kernel.space.coefficient(*move.to, loops.tile.row_dim),
                              .row_dim = loops.tile.row_dim,
                              .rows = loops.tile.rows,
                              .lanes = loops.tile.lanes});
}

} // namespace hlo2cpp
