#include "tile/tap_plan.h"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

#include "kernel/analysis.h"
#include "tile/row_conditions.h"

namespace hlo2cpp {
namespace {

class TapPlan {
public:
    TapPlan(const Kernel& kernel, const Target& target, const Tiling& nest, Piece& piece)
        : kernel_(kernel), target_(target), nest_(nest), piece_(piece), tile_(piece.tile) {
        if (tile_.row_dim >= 0) side_ = piece.box[static_cast<std::size_t>(tile_.row_dim)];
    }

    bool run() {
        const auto first = next_taps(0);
        const bool several = side_.size() > tile_.rows;
        if (first && several) return edges(*first);
        piece_.rows = rows_at(side_.begin);
        if (first) piece_.taps = runs(*first);
        return !several || (piece_.rows == all_rows() && rows_at(side_.end - tile_.rows) == all_rows());
    }

private:
    const std::vector<Condition>& conditions() const { return tested_conditions(kernel_, nest_); }
    const ReductionLoop& last_loop() const { return piece_.reduction.back(); }
    Range all_rows() const { return {0, tile_.rows}; }

    std::optional<std::size_t> next_taps(std::size_t level) const {
        for (; level < piece_.reduction.size(); ++level)
            if (piece_.reduction[level].taps) return level;
        return std::nullopt;
    }

    // ---- one tile
    std::vector<TapRun> runs(std::size_t level) {
        const std::int64_t dim = piece_.reduction[level].dims[0];
        const bool join = joins(level);
        std::vector<TapRun> runs;
        for (std::int64_t tap = 0; tap < size_of_dim(kernel_, dim); ++tap) {
            taps_[dim] = tap;
            add(runs, {.taps = {tap, tap + 1}, .rows = rows_at(side_.begin)}, join);
        }
        for (TapRun& run : runs) {
            taps_[dim] = run.taps.begin;
            if (const auto next = next_taps(level + 1)) run.inner = this->runs(*next);
            unroll(run, level);
        }
        taps_.erase(dim);
        return runs;
    }

    static void add(std::vector<TapRun>& runs, const TapRun& run, bool join) {
        if (run.rows.size() <= 0) return;
        const bool same = join && !runs.empty() && runs.back().rows == run.rows && runs.back().edge == run.edge;
        if (same && runs.back().taps.end == run.taps.begin)
            runs.back().taps.end = run.taps.end;
        else
            runs.push_back(run);
    }

    void unroll(TapRun& run, std::size_t level) const {
        const std::size_t inside = piece_.reduction.size() - level - 1; // loops
        const std::int64_t taps = run.taps.size();
        if (inside == 0) run.unroll = taps;
        if (inside == 1) run.unroll = copies_of_step(target_, tile_, last_loop(), taps * last_loop().range.size());
    }

    // True if neighbouring taps and the one loop inside them are one walk through memory.
    bool joins(std::size_t level) const {
        if (level + 1 == piece_.reduction.size()) return true;
        const ReductionLoop& last = piece_.reduction[level + 1];
        if (level + 2 != piece_.reduction.size() || last.taps || last.dims.size() != 1) return false;
        const std::int64_t tap = piece_.reduction[level].dims[0], inner = last.dims[0],
                           size = size_of_dim(kernel_, inner);
        if (!last.conditions.empty() || last.range.size() != size) return false;
        if (size % last.words.size != 0) return false; // each line ends with a word of fewer terms
        const ExprId term = *kernel_.reduction->term;
        if (counts_along(kernel_, term, tap) || counts_along(kernel_, term, inner)) return false;
        const std::vector<ExprId> loads = loads_of(kernel_, term);
        return std::all_of(loads.begin(), loads.end(), [&](ExprId load) {
            const Index& index = kernel_.exprs[load].index;
            return nest_.packing_of(load) != nullptr ||
                   (affine_in(kernel_, index, tap) && affine_in(kernel_, index, inner) &&
                    kernel_.space.coefficient(index, tap) == size * kernel_.space.coefficient(index, inner));
        });
    }

    // ---- several tiles, the first and the last of which are borders
    bool edges(std::size_t level) {
        const bool straight = level + 1 == piece_.reduction.size();
        piece_.rows = all_rows();
        if (next_taps(level + 1) || !joins(level) || !inside_is_free(level)) return false;
        if (straight) return test_rows(level), true;
        return clip_taps(level);
    }

    // True if all rows take part in all taps in the tiles between the first and the last, and no condition depends on
    // the rows alone.
    bool inside_is_free(std::size_t level) {
        const std::int64_t dim = piece_.reduction[level].dims[0];
        for (const Condition& c : conditions())
            if (kernel_.space.depends_on(c.index, tile_.row_dim) && !kernel_.space.depends_on(c.index, dim))
                return false;
        if (side_.size() == 2 * tile_.rows) return true;
        for (const std::int64_t base : {side_.begin + tile_.rows, side_.end - 2 * tile_.rows}) // and so between them
            for (std::int64_t tap = 0; tap < size_of_dim(kernel_, dim); ++tap)
                if (rows_of(level, tap, base) != all_rows()) return false;
        return true;
    }

    Range rows_of(std::size_t level, std::int64_t tap, std::int64_t base) {
        const std::int64_t dim = piece_.reduction[level].dims[0];
        taps_[dim] = tap;
        const Range rows = rows_at(base);
        taps_.erase(dim);
        return rows;
    }

    // Unrolled taps: a row that a border excludes from a tap is tested there.
    void test_rows(std::size_t level) {
        std::vector<TapRun>& runs = piece_.taps;
        for (std::int64_t tap = 0; tap < piece_.reduction[level].range.end; ++tap) {
            const Range first = rows_of(level, tap, side_.begin), last = rows_of(level, tap, side_.end - tile_.rows);
            Range always{std::max(first.begin, last.begin), std::min(first.end, last.end)};
            if (always.size() <= 0) always = {tile_.rows, tile_.rows};
            const Range taps{tap, tap + 1};
            add(runs, {.taps = taps, .rows = {0, always.begin}, .edge = Edge::Tested}, false);
            add(runs, {.taps = taps, .rows = always}, true);
            add(runs, {.taps = taps, .rows = {always.end, tile_.rows}, .edge = Edge::Tested}, false);
        }
        for (TapRun& run : runs) unroll(run, level);
    }

    // Taps as one loop: it runs over the taps in which all rows of the tile take part. The other taps of the first tile
    // and of the last one are in front of it and behind it.
    bool clip_taps(std::size_t level) {
        const std::int64_t dim = piece_.reduction[level].dims[0], taps = size_of_dim(kernel_, dim);
        for (const Condition& c : conditions())
            if (kernel_.space.depends_on(c.index, dim) && std::abs(kernel_.space.coefficient(c.index, dim)) != 1)
                return false;
        std::vector<TapRun> before, behind;
        const std::pair<Edge, std::int64_t> ends[] = {{Edge::First, side_.begin}, {Edge::Last, side_.end - tile_.rows}};
        for (const auto& [edge, base] : ends) {
            const Range whole = whole_taps(level, base);
            if (whole.size() <= 0) return false;
            for (std::int64_t tap = 0; tap < taps; ++tap)
                if (!whole.contains(tap))
                    add(tap < whole.begin ? before : behind,
                        {.taps = {tap, tap + 1}, .rows = rows_of(level, tap, base), .edge = edge}, true);
        }
        std::vector<TapRun>& runs = piece_.taps;
        runs = std::move(before);
        runs.push_back({.taps = {0, taps}, .rows = all_rows(), .edge = Edge::Clipped});
        runs.insert(runs.end(), behind.begin(), behind.end());
        const std::int64_t many = target_.unrolled_steps + 1; // most tiles are no borders
        for (TapRun& run : runs) run.unroll = copies_of_step(target_, tile_, last_loop(), many);
        return true;
    }

    // Taps in which all rows of the tile take part; they are neighbours.
    Range whole_taps(std::size_t level, std::int64_t base) {
        Range whole;
        for (std::int64_t tap = 0; tap < piece_.reduction[level].range.end; ++tap) {
            if (rows_of(level, tap, base) != all_rows()) continue;
            if (whole.size() == 0) whole.begin = tap;
            whole.end = tap + 1;
        }
        return whole;
    }

    // The rows of the tile at `base` for which all conditions on the row and the taps chosen so far can hold; they are
    // neighbours.
    Range rows_at(std::int64_t base) const {
        if (tile_.row_dim < 0) return {0, 1};
        Range rows{0, 0};
        for (std::int64_t r = 0; r < tile_.rows; ++r) {
            const bool valid = std::all_of(conditions().begin(), conditions().end(),
                                           [&](const Condition& condition) { return holds(condition, base + r); });
            if (!valid) continue;
            if (rows.size() == 0) rows.begin = r;
            rows.end = r + 1;
        }
        return rows;
    }

    bool holds(const Condition& condition, std::int64_t row) const {
        const IndexSpace& space = kernel_.space;
        if (space.coefficient(condition.index, tile_.row_dim) == 0) return true;
        std::int64_t value = condition.index.constant + space.coefficient(condition.index, tile_.row_dim) * row;
        for (const Index::Product& product : condition.index.products) {
            const Term& term = space[product.term];
            if (term.dimension == tile_.row_dim) continue;
            const auto tap = taps_.find(term.dimension);
            if (tap == taps_.end()) return true; // decided further inside
            value += product.coefficient * tap->second;
        }
        return value >= condition.low && value < condition.high;
    }

    const Kernel& kernel_;
    const Target& target_;
    const Tiling& nest_;
    Piece& piece_;
    const RegisterTile& tile_;
    Range side_ = {0, 1};                       // points of the piece along the rows
    std::map<std::int64_t, std::int64_t> taps_; // taps chosen so far, by dimension
};

// Runs of neighbouring rows with the same range of taps, and taps of one row that are tested; nothing if taps without a
// test are not neighbours.
std::optional<std::vector<TapRun>> by_rows(const std::vector<TapRun>& runs, std::int64_t rows) {
    std::vector<TapRun> turned;
    for (std::int64_t row = 0; row < rows; ++row) {
        std::vector<TapRun> own; // in their order
        for (const TapRun& run : runs) {
            if ((run.edge != Edge::None && run.edge != Edge::Tested) || !run.inner.empty()) return std::nullopt;
            if (!run.rows.contains(row)) continue;
            const bool goes_on = !own.empty() && own.back().edge == run.edge && run.edge == Edge::None;
            if (goes_on && own.back().taps.end != run.taps.begin) return std::nullopt;
            if (!goes_on) own.push_back({.taps = run.taps, .rows = {row, row + 1}, .edge = run.edge});
            own.back().taps.end = run.taps.end;
            own.back().unroll = own.back().taps.size();
        }
        const bool same = own.size() == 1 && !turned.empty() && turned.back().taps == own[0].taps &&
                          turned.back().edge == Edge::None && own[0].edge == Edge::None &&
                          turned.back().rows.end == row;
        if (same)
            ++turned.back().rows.end;
        else
            turned.insert(turned.end(), own.begin(), own.end());
    }
    return turned;
}

// Regroups the runs of the innermost loop, `depth` levels further inside, by rows. False if that cannot be.
bool turn_runs(std::vector<TapRun>& runs, std::size_t depth, std::int64_t rows) {
    if (depth > 0) return std::ranges::all_of(runs, [&](TapRun& run) { return turn_runs(run.inner, depth - 1, rows); });
    std::optional<std::vector<TapRun>> turned = by_rows(runs, rows);
    if (turned) runs = std::move(*turned);
    return turned.has_value();
}

} // namespace

bool take_rows_first(Piece& piece) {
    const ReductionLoop& last = piece.reduction.back();
    if (!last.taps) return last.unroll > 1 && last.unroll == last.range.size();
    const auto levels = std::ranges::count_if(piece.reduction, &ReductionLoop::taps);
    std::vector<TapRun> turned = piece.taps;
    if (!turn_runs(turned, static_cast<std::size_t>(levels - 1), piece.tile.rows)) return false;
    piece.taps = std::move(turned);
    return true;
}

bool plan_taps(const Kernel& kernel, const Target& target, const Tiling& nest, Piece& piece) {
    return TapPlan(kernel, target, nest, piece).run();
}

std::int64_t copies_of_step(const Target& target, const RegisterTile& tile, const ReductionLoop& loop,
                            std::int64_t steps) {
    if (steps <= target.unrolled_steps && loop.conditions.empty()) return steps;
    return tile.lanes == 1 && tile.rows * tile.vectors >= target.full_tile ? 1 : 0;
}

} // namespace hlo2cpp
