#include "tile/reduction_plan.h"

#include <algorithm>

#include "kernel/analysis.h"
#include "kernel/bounds.h"
#include "support/floor_divide.h"
#include "tile/row_conditions.h"
#include "tile/steps_together.h"
#include "tile/tap_plan.h"

namespace hlo2cpp {
namespace {

class ReductionPlan {
public:
    ReductionPlan(const Kernel& kernel, const Target& target, const Tiling& nest, Piece& piece)
        : kernel_(kernel), target_(target), nest_(nest), piece_(piece), tile_(piece.tile),
          bounds_(kernel.space, piece.box) {}

    bool run() {
        for (ReductionLoop& loop : piece_.reduction) plan_loop(loop);
        piece_.conditions = conditions_of_the_point();
        ReductionLoop& last = piece_.reduction.back();
        const bool filled = last.conditions.empty() && last.range.size() % (tile_.chains * last.words.terms) == 0 &&
                            last.block % tile_.chains == 0;
        if (!tile_.lane_reduces && !filled) piece_.tile.chains = 1; // each has a term in each round
        if (last.words.shorts && !last.conditions.empty())
            last.words.terms = last.words.size = 1; // any number of steps
        if (last.words.terms > 1 && !last.words.shorts)
            last.unroll = 1;
        else if (!last.taps && !tile_.lane_reduces)
            last.unroll = copies_of_step(target_, tile_, last, last.range.size());
        if (last.words.bytes && target_.dots_take_words && tile_.rows > 1 && tile_.chains == 1)
            last.round = tile_.lanes; // one row has no vector for several products: compilers load two at once
        if (last.words.terms == 1) last.together = steps_together(last);
        const std::int64_t registers = tile_.vectors * tile_.lanes / std::max(last.together, tile_.lanes); // of a step
        last.pairs = last.together > 1 && registers > 2 && fits_unsaved_registers();
        if (!plan_taps(kernel_, target_, nest_, piece_)) return false;
        last.rows_first = last.together == 1 && rows_share_loads(last) && take_rows_first(piece_);
        return true;
    }

private:
    // Steps whose scalars are one vector; 1: there are none.
    std::int64_t steps_together(const ReductionLoop& last) const {
        if (!target_.rows_are_held || tile_.lanes == 1 || tile_.lane_reduces || tile_.chains > 1) return 1;
        if (!last.conditions.empty() || last.range.size() < tile_.lanes) return 1;
        const auto factors = factors_of_steps(kernel_, Dependences(kernel_, bounds_), nest_, tile_, last.dims.back());
        if (!factors) return 1;
        const std::int64_t halves = target_.vector_bytes / byte_size(ElementType::F16);
        const bool as_they_lie = target_.half_products && factors->half.valid() && 2 * tile_.lanes == halves &&
                                 tile_.vectors % 2 == 0 && last.range.size() >= halves;
        return as_they_lie ? halves : tile_.lanes;
    }
    // True if the tile uses fewer registers than compilers may use without saving them. One row uses each vector once.
    // Several rows hold the vectors of a step while they use them: all at once if registers are saved anyway, otherwise
    // as few as possible, which takes fewer moves.
    bool fits_unsaved_registers() const {
        if (tile_.rows == 1) return true;
        return tile_.rows * tile_.vectors + tile_.rows + tile_.vectors <= target_.unsaved_registers;
    }
    bool may_take_rows_first() const {
        if (tile_.rows == 1 || tile_.lane_reduces || tile_.chains > 1) return false;
        const bool integers = tile_.vectors == 1 && is_integer(kernel_.exprs[kernel_.reduction->initial[0]].type);
        return tile_.lanes > 1 ? target_.rows_are_held : target_.integer_rows_first && integers;
    }
    // True if a row reads, at one of its steps, what the next row reads at another step.
    bool rows_share_loads(const ReductionLoop& last) const {
        if (!may_take_rows_first()) return false;
        return std::ranges::any_of(loads_of(kernel_, *kernel_.reduction->term), [&](ExprId load) {
            const Index& index = kernel_.exprs[load].index;
            const std::int64_t row = kernel_.space.coefficient(index, tile_.row_dim),
                               step = kernel_.space.coefficient(index, last.dims.back());
            return kernel_.space.depends_on(index, tile_.lane_dim) && row != 0 && step != 0 && row % step == 0 &&
                   std::abs(row / step) < last.range.size();
        });
    }
    const std::vector<Condition>& conditions() const { return tested_conditions(kernel_, nest_); }

    void plan_loop(ReductionLoop& loop) {
        std::int64_t points = 1;
        for (const std::int64_t d : loop.dims) points *= size_of_dim(kernel_, d);
        loop.range = {0, points};
        if (loop.dims.size() == 1 && !loop.taps) clip(loop);
        // A tile of scalars leaves few registers for unrolled outer loops.
        const bool outside = !loop.taps && &loop != &piece_.reduction.back();
        loop.rolled = outside && tile_.lanes == 1;
        // Its body is long where taps are written out in it; GCC would write out all its rounds, too.
        if (outside && tile_.lanes > 1 && piece_.reduction.back().taps) loop.unroll = 1;
    }

    // Assigns conditions that the box does not decide to the last dimension that they depend on; a condition on this
    // dimension alone cuts off its ends.
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
        const auto rest = bounds_.range(condition.index - kernel_.space.dimension(d) * c).single();
        if (!rest) return false;
        std::int64_t low = condition.low - *rest, high = condition.high - *rest; // low <= c*d < high
        if (c < 0) low = 1 - high, high = 1 - (condition.low - *rest);
        const std::int64_t step = std::abs(c);
        range.begin = std::max(range.begin, floor_divide(low + step - 1, step));
        range.end = std::min(range.end, floor_divide(high + step - 1, step));
        range.end = std::max(range.begin, range.end);
        return true;
    }

    // Open conditions that depend on no reduction dimension, and on no row or lane of the tile.
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

    const Kernel& kernel_;
    const Target& target_;
    const Tiling& nest_;
    Piece& piece_;
    const RegisterTile& tile_;
    const Bounds bounds_;
};

} // namespace

bool plan_reduction(const Kernel& kernel, const Target& target, const Tiling& nest, Piece& piece) {
    return ReductionPlan(kernel, target, nest, piece).run();
}

} // namespace hlo2cpp
