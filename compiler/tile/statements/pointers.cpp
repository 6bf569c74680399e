#include "tile/statements/pointers.h"

#include <algorithm>

#include "kernel/analysis.h"
#include "nest/packing.h"
#include "tile/pack.h"

namespace hlo2cpp {
namespace {

// A reduction dimension inside the pointers' block, and its first point.
struct InnerDim {
    std::int64_t dim = 0, first = 0;
};

// A tap and a row that no tile excludes.
struct Anchor {
    std::int64_t tap = 0, row = 0;
};

std::optional<Anchor> anchor_of(const TileLoops& loops, std::int64_t dim, const std::vector<TapRun>& runs) {
    std::vector<Range> bases = loops.piece.box;
    if (loops.tile.row_dim >= 0) bases[static_cast<std::size_t>(loops.tile.row_dim)].end -= loops.tile.rows - 1;
    const Bounds bounds(loops.kernel.space, bases);
    const auto in_all_tiles = [&](std::int64_t tap, std::int64_t row) {
        return std::ranges::all_of(conditions_at(loops, row, dim, tap),
                                   [&](const Condition& condition) { return bounds.always(condition); });
    };
    std::optional<Anchor> best;
    for (const TapRun& run : runs) {
        if (run.edge != Edge::None && run.edge != Edge::Clipped) continue;
        for (std::int64_t tap = run.taps.begin; tap < run.taps.end; ++tap)
            if ((!best || run.rows.begin < best->row) && in_all_tiles(tap, run.rows.begin))
                best = Anchor{.tap = tap, .row = run.rows.begin};
    }
    return best;
}

// A point of the loop that no condition excludes anywhere in the piece.
std::optional<std::int64_t> tap_in_all_points(const TileLoops& loops, const ReductionLoop& loop) {
    const std::int64_t dim = loop.dims.back();
    const IndexSpace& space = loops.kernel.space;
    for (std::int64_t tap = loop.range.begin; tap < loop.range.end; ++tap) {
        const auto holds = [&](Condition condition) {
            const std::int64_t factor = space.coefficient(condition.index, dim);
            if (factor == 0) return true;
            condition.index = condition.index - space.dimension(dim) * factor + Index(factor * tap);
            return loops.bounds.always(condition);
        };
        if (std::ranges::all_of(loops.kernel.reduction->conditions, holds)) return tap;
    }
    return std::nullopt;
}

// True if compilers write out all rounds of words, and would take those that a loop around the tile does not change out
// of it: there are no registers for so many. Two pairs side by side are one load, from the stack as well.
bool hides_words(const TileLoops& loops, const ReductionLoop& loop, ExprId load) {
    constexpr std::int64_t kFewRounds = 2;
    const std::int64_t rounds = loop.round > 1 ? loop.range.size() / (loop.round * loop.words.terms) : 0;
    const bool side_by_side = loops.nest.copies_rows_of(load) && loops.nest.row_copy->pair() > 1;
    return rounds > 0 && rounds <= kFewRounds && !side_by_side && is_taken_out(loops, load);
}

// Adds a pointer to row `row` of the tile.
void add_pointer(const TileLoops& loops, ExprId load, const std::vector<InnerDim>& inner, std::int64_t row,
                 std::vector<nest::Pointer>& pointers) {
    const RegisterTile& tile = loops.tile;
    const IndexSpace& space = loops.kernel.space;
    const Index index = index_of(loops.kernel, loops.nest, tile, load);
    if (loops.nest.copies_rows_of(load)) return pointers.push_back({.load = load, .first = {}, .distance = index});
    for (const std::int64_t dim : {tile.row_dim, tile.lane_dim}) // each point of the tile looks its own place up
        if (dim >= 0 && tile.lanes == 1 && loops.nest.packing_of(load) == nullptr &&
            !affine_in(loops.kernel, index, dim))
            return;
    Index first = index, distance;
    const auto part = [&](std::int64_t dim) { return space.dimension(dim) * space.coefficient(index, dim); };
    for (const auto& [dim, begin] : inner) {
        if (!affine_in(loops.kernel, index, dim)) return;
        const Index walked = part(dim) - Index(space.coefficient(index, dim) * begin);
        first = first - walked, distance = distance + walked;
    }
    if (tile.rows > 1) {
        const Index anchored = Index(space.coefficient(index, tile.row_dim) * row);
        first = first + anchored, distance = distance + part(tile.row_dim) - anchored;
    }
    // The load itself adds the columns of a packed operand; the columns of a vector are its lanes.
    if (tile.lanes == 1 && tile.vectors > 1 && loops.nest.packing_of(load) == nullptr)
        distance = distance + part(tile.lane_dim);
    if (!distance.is_constant()) pointers.push_back({.load = load, .first = first, .distance = distance});
}

} // namespace

bool is_taken_out(const TileLoops& loops, ExprId expr) {
    const std::vector<Loop>& all = loops.piece.loops;
    const auto runs = [&](const Loop& loop) { return loops.range(loop.dim).size() > loop.step; };
    const auto innermost = std::find_if(all.rbegin(), all.rend(), runs);
    return innermost != all.rend() && !loops.varies(expr, innermost->dim);
}

Index index_of(const Kernel& kernel, const Tiling& nest, const RegisterTile& tile, ExprId load) {
    if (nest.copies_rows_of(load)) return nest.row_copy->place(kernel);
    const Packing* const packing = nest.packing_of(load);
    if (packing == nullptr) return kernel.exprs[load].index;
    if (packing->lane_dim != tile.lane_dim) // words of rows
        return kernel.space.dimension(packing->lane_dim) * packing->packed_depth() + packed_offset(kernel, *packing, 1);
    return (kernel.space.dimension(tile.lane_dim) + Index(tile.again)) * packing->packed_depth() +
           packed_offset(kernel, *packing, packing->width_of(tile.lanes * tile.vectors));
}

std::vector<nest::Pointer> pointers_of_loop(const TileLoops& loops, const ReductionLoop& loop, const Range& rows) {
    std::vector<nest::Pointer> pointers;
    for (const ExprId load : loads_of(loops.kernel, *loops.kernel.reduction->term)) {
        add_pointer(loops, load, {{.dim = loop.dims.back(), .first = loop.range.begin}}, rows.begin, pointers);
        if (!pointers.empty() && pointers.back().load == load) pointers.back().opaque = hides_words(loops, loop, load);
    }
    return pointers;
}

std::vector<nest::Pointer> pointers_of_taps(const TileLoops& loops, std::size_t level,
                                            const std::vector<TapRun>& runs) {
    const std::vector<ReductionLoop>& reduction = loops.piece.reduction;
    const std::int64_t dim = reduction[level].dims[0];
    const std::optional<Anchor> anchor = anchor_of(loops, dim, runs);
    const bool walks = level + 1 < reduction.size();
    const std::optional<std::int64_t> first = walks ? tap_in_all_points(loops, reduction.back()) : 0;
    std::vector<nest::Pointer> pointers;
    if (!anchor || !first) return pointers;
    for (const ExprId load : loads_of(loops.kernel, *loops.kernel.reduction->term)) {
        const Index index = index_of(loops.kernel, loops.nest, loops.tile, load);
        const bool in_border = loops.kernel.space.coefficient(index, loops.tile.row_dim) != 0;
        std::vector<InnerDim> inner = {{.dim = dim, .first = in_border ? anchor->tap : 0}};
        if (walks) inner.push_back({.dim = reduction.back().dims.back(), .first = *first});
        add_pointer(loops, load, inner, anchor->row, pointers);
    }
    return pointers;
}

std::vector<Condition> conditions_at(const TileLoops& loops, std::int64_t row) {
    std::vector<Condition> conditions;
    for (Condition condition : loops.kernel.reduction->conditions) {
        const std::int64_t factor = loops.kernel.space.coefficient(condition.index, loops.tile.row_dim);
        if (factor == 0) continue;
        condition.index = condition.index + Index(factor * row);
        conditions.push_back(std::move(condition));
    }
    return conditions;
}

std::vector<Condition> conditions_at(const TileLoops& loops, std::int64_t row, std::int64_t dim, std::int64_t tap) {
    std::vector<Condition> conditions = conditions_at(loops, row);
    const IndexSpace& space = loops.kernel.space;
    for (Condition& condition : conditions) {
        const std::int64_t factor = space.coefficient(condition.index, dim);
        condition.index = condition.index - space.dimension(dim) * factor + Index(factor * tap);
    }
    return conditions;
}

} // namespace hlo2cpp
