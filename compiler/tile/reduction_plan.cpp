#include "tile/reduction_plan.h"

#include <algorithm>
#include <map>

#include "kernel/bounds.h"
#include "support/floor_divide.h"
#include "tile/analysis.h"

namespace hlo2cpp {
namespace {

class ReductionPlan {
public:
    ReductionPlan(const Kernel& kernel, const Target& target, const LoopNest& nest, Piece& piece)
        : kernel_(kernel), target_(target), nest_(nest), piece_(piece), tile_(piece.tile),
          bounds_(kernel.space, piece.box) {}

    void run() {
        for (ReductionLoop& loop : piece_.reduction) plan_loop(loop);
        piece_.conditions = conditions_of_the_point();
        piece_.rows = rows_of_taps();
        if (const auto first = next_taps(0)) piece_.taps = runs(*first);
        ReductionLoop& last = piece_.reduction.back();
        if (!last.taps && !tile_.lane_reduces) last.unroll = copies(last, last.range.size());
    }

private:
    const std::vector<Condition>& conditions() const { return kernel_.reduction->conditions; }

    void plan_loop(ReductionLoop& loop) {
        std::int64_t points = 1;
        for (const std::int64_t d : loop.dims) points *= size_of_dim(kernel_, d);
        loop.range = {0, points};
        if (loop.dims.size() == 1 && !loop.taps) clip(loop);
        // A tile of scalars leaves few registers.
        loop.rolled = tile_.lanes == 1 && !loop.taps && &loop != &piece_.reduction.back();
    }

    // Conditions that the box does not decide stay with the last dimension that they depend on; one of this dimension
    // alone cuts off its ends.
    void clip(ReductionLoop& loop) const {
        const std::int64_t d = loop.dims[0];
        for (const Condition& condition : conditions()) {
            if (bounds_.always(condition) || !kernel_.space.depends_on(condition.index, d)) continue;
            bool later = false;
            for (std::int64_t inner = d + 1; inner < kernel_.space.dimensions(); ++inner)
                later = later || kernel_.space.depends_on(condition.index, inner);
            if (!later && !cut_off(loop.range, condition, d)) loop.conditions.push_back(condition);
        }
    }

    // low <= c*d + rest < high, where the rest is a number.
    bool cut_off(Range& range, const Condition& condition, std::int64_t d) const {
        const std::int64_t c = kernel_.space.coefficient(condition.index, d);
        const Interval rest = bounds_.range(condition.index - kernel_.space.dimension(d) * c);
        if (rest.low != rest.high) return false;
        std::int64_t low = condition.low - rest.low, high = condition.high - rest.low; // low <= c*d < high
        if (c < 0) low = 1 - high, high = 1 - (condition.low - rest.low);
        const std::int64_t step = std::abs(c);
        range.begin = std::max(range.begin, floor_divide(low + step - 1, step));
        range.end = std::min(range.end, floor_divide(high + step - 1, step));
        range.end = std::max(range.begin, range.end);
        return true;
    }

    // Those that no reduction dimension, and no row or lane of the tile, has a part in.
    std::vector<Condition> conditions_of_the_point() const {
        std::vector<Condition> open;
        for (const Condition& condition : conditions()) {
            bool inside = tile_.row_dim >= 0 && kernel_.space.depends_on(condition.index, tile_.row_dim);
            for (auto d = static_cast<std::int64_t>(kernel_.dims.size()); d < kernel_.space.dimensions(); ++d)
                inside = inside || kernel_.space.depends_on(condition.index, d);
            if (!inside && !bounds_.always(condition)) open.push_back(condition);
        }
        return open;
    }

    // Of the innermost loop that counts so many steps. A tile of scalars has enough to do in one step; Clang would make
    // many of it, and find no registers.
    std::int64_t copies(const ReductionLoop& loop, std::int64_t steps) const {
        if (steps <= target_.unrolled_steps && loop.conditions.empty()) return steps;
        return tile_.lanes == 1 && tile_.rows * tile_.vectors >= target_.full_tile ? 1 : 0;
    }

    std::optional<std::size_t> next_taps(std::size_t level) const {
        for (; level < piece_.reduction.size(); ++level)
            if (piece_.reduction[level].taps) return level;
        return std::nullopt;
    }

    std::vector<TapRun> runs(std::size_t level) {
        const std::int64_t dim = piece_.reduction[level].dims[0];
        const std::size_t inside = piece_.reduction.size() - level - 1; // loops
        const bool join = joins(level);
        std::vector<TapRun> runs;
        for (std::int64_t tap = 0; tap < size_of_dim(kernel_, dim); ++tap) {
            taps_[dim] = tap;
            const Range rows = rows_of_taps();
            if (rows.size() <= 0) continue;
            if (join && !runs.empty() && runs.back().rows == rows && runs.back().taps.end == tap)
                ++runs.back().taps.end;
            else
                runs.push_back({.taps = {tap, tap + 1}, .rows = rows});
        }
        for (TapRun& run : runs) {
            taps_[dim] = run.taps.begin;
            if (const auto next = next_taps(level + 1)) run.inner = this->runs(*next);
            const ReductionLoop& last = piece_.reduction.back();
            const std::int64_t taps = run.taps.size();
            run.unroll = inside == 0 ? taps : inside == 1 ? copies(last, taps * last.range.size()) : 0;
        }
        taps_.erase(dim);
        return runs;
    }

    // Whether neighbouring taps and the one loop inside them are one walk through memory.
    bool joins(std::size_t level) const {
        if (level + 1 == piece_.reduction.size()) return true;
        const ReductionLoop& last = piece_.reduction[level + 1];
        if (level + 2 != piece_.reduction.size() || last.taps || last.dims.size() != 1) return false;
        const std::int64_t tap = piece_.reduction[level].dims[0], inner = last.dims[0],
                           size = size_of_dim(kernel_, inner);
        if (!last.conditions.empty() || last.range.size() != size) return false;
        const std::vector<ExprId> loads = loads_of(kernel_, *kernel_.reduction->term);
        return std::all_of(loads.begin(), loads.end(), [&](ExprId load) {
            const Index& index = kernel_.exprs[load].index;
            return nest_.packing_of(load) != nullptr ||
                   kernel_.space.coefficient(index, tap) == size * kernel_.space.coefficient(index, inner);
        });
    }

    // The rows for which all conditions on the row and the taps chosen so far can hold; they are neighbours.
    Range rows_of_taps() const {
        if (tile_.row_dim < 0) return {0, 1};
        Range rows{0, 0};
        for (std::int64_t r = 0; r < tile_.rows; ++r) {
            const std::int64_t point = piece_.box[static_cast<std::size_t>(tile_.row_dim)].begin + r;
            const bool valid = std::all_of(conditions().begin(), conditions().end(),
                                           [&](const Condition& condition) { return holds(condition, point); });
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
    const LoopNest& nest_;
    Piece& piece_;
    const RegisterTile& tile_;
    const Bounds bounds_;
    std::map<std::int64_t, std::int64_t> taps_; // those chosen so far, by dimension
};

} // namespace

void plan_reduction(const Kernel& kernel, const Target& target, const LoopNest& nest, Piece& piece) {
    ReductionPlan(kernel, target, nest, piece).run();
}

} // namespace hlo2cpp
