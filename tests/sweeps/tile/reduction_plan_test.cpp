// What the loops and taps of a register tile let through, against the conditions of the reduction at every point.
#include "tile/reduction_plan.h"

#include "unit/tile/tilings_of_all_kinds.h"

using namespace hlo2cpp;

namespace {

bool all_hold(const Kernel& kernel, const std::vector<Condition>& conditions, const Point& point) {
    return std::ranges::all_of(conditions, [&](const Condition& condition) {
        const std::int64_t value = value_at(kernel.space, condition.index, point);
        return value >= condition.low && value < condition.high;
    });
}

bool inside(const Range& range, std::int64_t at) {
    return at >= range.begin && at < range.end;
}

// The number of a point of the loop, and how many there are.
std::int64_t point_of(const Kernel& kernel, const ReductionLoop& loop, const Point& point, std::int64_t& size) {
    std::int64_t number = 0;
    size = 1;
    for (const std::int64_t d : loop.dims) {
        const std::int64_t extent = kernel.reduction->dims[static_cast<std::size_t>(d) - kernel.dims.size()];
        number = number * extent + point[static_cast<std::size_t>(d)];
        size *= extent;
    }
    return number;
}

bool taken(const Kernel& kernel, const Piece& piece, const std::vector<TapRun>& runs, std::size_t level,
           const Point& point, std::int64_t row);

// Whether the run lets the tap of the row through, in the tile that the point is in.
bool lets_through(const Kernel& kernel, const Piece& piece, const TapRun& run, const Point& point, std::int64_t row) {
    const auto row_dim = static_cast<std::size_t>(piece.tile.row_dim);
    const Range& side = piece.box[row_dim];
    const std::int64_t base = point[row_dim] - row;
    const auto row_holds = [&](std::int64_t other) {
        Point at = point;
        at[row_dim] = base + other;
        return std::ranges::all_of(kernel.reduction->conditions, [&](const Condition& c) {
            return !kernel.space.depends_on(c.index, piece.tile.row_dim) || all_hold(kernel, {c}, at);
        });
    };
    switch (run.edge) {
    case Edge::None: return true;
    case Edge::Tested: return row_holds(row);
    case Edge::Clipped: return row_holds(0) && row_holds(piece.tile.rows - 1);
    case Edge::First: return base == side.begin;
    case Edge::Last: return base == side.end - piece.tile.rows;
    }
    return false;
}

bool taken(const Kernel& kernel, const Piece& piece, const std::vector<TapRun>& runs, std::size_t level,
           const Point& point, std::int64_t row) {
    while (!piece.reduction[level].taps) ++level;
    const std::int64_t tap = point[static_cast<std::size_t>(piece.reduction[level].dims[0])];
    return std::ranges::any_of(runs, [&](const TapRun& run) {
        return inside(run.taps, tap) && inside(run.rows, row) && lets_through(kernel, piece, run, point, row) &&
               (run.inner.empty() || taken(kernel, piece, run.inner, level + 1, point, row));
    });
}

bool runs_at(const Kernel& kernel, const Piece& piece, const Point& point) {
    const RegisterTile& tile = piece.tile;
    const auto row_dim = static_cast<std::size_t>(tile.row_dim);
    const std::int64_t row = tile.row_dim < 0 ? 0 : (point[row_dim] - piece.box[row_dim].begin) % tile.rows;
    if (!all_hold(kernel, piece.conditions, point) || !inside(piece.rows, row)) return false;
    for (const ReductionLoop& loop : piece.reduction) {
        std::int64_t size = 0;
        const std::int64_t at = point_of(kernel, loop, point, size);
        if (loop.taps || (inside(loop.range, at) && all_hold(kernel, loop.conditions, point))) continue;
        return false;
    }
    return std::ranges::none_of(piece.reduction, &ReductionLoop::taps) ||
           taken(kernel, piece, piece.taps, 0, point, row);
}

// Calls check(kernel, nest) for all reductions with register tiles.
template <typename Check>
void for_tiled_nests(Check&& check) {
    for_all_nests(all_tilings(), [&](const Kernels&, const Kernel& kernel, const Tiling& nest, const Target& target,
                                     bool deterministic) {
        const bool chosen = target.name == "generic" || target.name == "cortex-m7" || target.name == "x86-64-v3";
        if (!chosen || deterministic || !kernel.reduction) return;
        if (!nest.pieces.empty() && nest.pieces[0].tile.lane_dim >= 0) check(kernel, nest);
    });
}

} // namespace

TEST_CASE("a tile's loops and taps reach the points where the reduction's conditions hold, and no others", "[sweep]") {
    std::size_t with_taps = 0, with_conditions = 0;
    for_tiled_nests([&](const Kernel& kernel, const Tiling& nest) {
        const std::vector<Condition>& conditions = kernel.reduction->conditions;
        if (conditions.empty()) return;
        for (const Piece& piece : nest.pieces) {
            with_taps += piece.taps.empty() ? 0U : 1U;
            ++with_conditions;
            std::vector<std::int64_t> sizes;
            for (const Range& side : piece.box) sizes.push_back(side.size());
            sizes.insert(sizes.end(), kernel.reduction->dims.begin(), kernel.reduction->dims.end());
            bool right = true;
            for_all_points(sizes, [&](Point point) {
                for (std::size_t d = 0; d < piece.box.size(); ++d) point[d] += piece.box[d].begin;
                right = right && runs_at(kernel, piece, point) == all_hold(kernel, conditions, point);
            });
            REQUIRE(right);
        }
    });
    CHECK(with_taps > 0);
    CHECK(with_conditions > with_taps);
}

TEST_CASE("the functions of a nest take its pieces once, in order, one each where there are register tiles",
          "[sweep]") {
    for_tiled_nests([](const Kernel&, const Tiling& nest) {
        std::int64_t next = 0;
        for (const Range& function : nest.functions) {
            REQUIRE((function.begin == next && function.size() > 0));
            next = function.end;
        }
        REQUIRE(next == static_cast<std::int64_t>(nest.pieces.size()));
        const bool tiled = std::ranges::any_of(nest.pieces, [](const Piece& piece) { return piece.tile.tiled(); });
        REQUIRE(nest.functions.size() == (tiled ? nest.pieces.size() : 1));
    });
}

TEST_CASE("only few steps are written out, a full tile of scalars is not copied", "[sweep]") {
    for_tiled_nests([](const Kernel&, const Tiling& nest) {
        for (const Piece& piece : nest.pieces) {
            const ReductionLoop& last = piece.reduction.back();
            if (last.taps || piece.tile.lane_reduces) continue;
            const bool full = piece.tile.lanes == 1 && piece.tile.rows * piece.tile.vectors >= 8;
            if (last.range.size() <= 4 && last.conditions.empty())
                REQUIRE(last.unroll == last.range.size());
            else
                REQUIRE(last.unroll == (full ? 1 : 0));
        }
    });
}
