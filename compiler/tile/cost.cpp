#include "tile/cost.h"

#include <algorithm>
#include <set>

#include "kernel/analysis.h"
#include "kernel/bounds.h"
#include "tile/vector_form.h"

namespace hlo2cpp {
namespace {

// Cycles of `steps` reduction steps for all points of the tile; `loads` counts the loads of all these steps.
double steps_cycles(const Target& target, double loads, const TileSize& tile, double steps, bool counted, bool scalar) {
    const double area = static_cast<double>(tile.rows * tile.vectors) * steps;
    const double rounds = steps / static_cast<double>(tile.chains);
    if (scalar) return area + loads + (counted ? target.loop_overhead * rounds : 0); // one instruction a cycle
    const double latency = target.latency / static_cast<double>(tile.chains);
    return std::max({area / target.per_cycle, loads / target.per_cycle, latency * steps, steps});
}

double loads_of_step(const TermLoads& loads, const TileSize& tile) {
    return static_cast<double>(loads.both * tile.rows * tile.vectors + loads.lane * tile.vectors +
                               loads.row * tile.rows + loads.none);
}

// Costs, in loads: of a vector of every second element, and of a lane of a vector whose elements are further apart.
constexpr double kShuffled = 4, kAlone = 1.5;

double store_cycles(const TileSize& tile) {
    return static_cast<double>(tile.rows * tile.vectors * tile.chains);
}

class PieceCost {
public:
    PieceCost(const Target& target, const Kernel& kernel, const Tiling& nest, const Piece& piece, bool any_size)
        : target_(target), kernel_(kernel), nest_(nest), piece_(piece), tile_(piece.tile), any_size_(any_size),
          loads_(hlo2cpp::loads_of(kernel, *kernel.reduction->term)), bounds_(kernel.space, piece.box) {}

    double cycles() const {
        std::int64_t tiles = 1;
        for (const Loop& loop : piece_.loops)
            tiles *= piece_.box[static_cast<std::size_t>(loop.dim)].size() / loop.step;
        const TileSize size{tile_.rows, tile_.vectors, tile_.chains};
        const double one = reduction(0, piece_.rows.size(), 1, piece_.taps) + store_cycles(size) + combining();
        return one * static_cast<double>(tiles);
    }

private:
    // The reduction from loop `level` on, run `entries` times by the loops outside.
    double reduction(std::size_t level, std::int64_t rows, double entries, const std::vector<TapRun>& taps) const {
        if (rows <= 0) return 0;
        const ReductionLoop& loop = piece_.reduction[level];
        if (loop.taps) return all_taps(level, entries, taps);
        if (level + 1 < piece_.reduction.size())
            return reduction(level + 1, rows, entries * steps_of(loop), taps) + entries * outer_clipping(loop);
        return entries * innermost(loop, rows, 1, loop.unroll);
    }

    double all_taps(std::size_t level, double entries, const std::vector<TapRun>& runs) const {
        const ReductionLoop &loop = piece_.reduction[level], &last = piece_.reduction.back();
        if (level + 1 == piece_.reduction.size()) return entries * straight(loop, runs);
        double sum = 0;
        for (const TapRun& run : runs)
            if (level + 2 == piece_.reduction.size() && run.inner.empty())
                sum += entries * walk(last, run, runs);
            else
                sum += reduction(level + 1, run.rows.size(), entries, run.inner);
        return sum;
    }

    // Cycles of the innermost loop over the taps of one run, on average over the tiles.
    double walk(const ReductionLoop& last, const TapRun& run, const std::vector<TapRun>& runs) const {
        const double all = innermost(last, run.rows.size(), run.taps.size(), run.unroll);
        if (run.edge == Edge::None) return all;
        const auto tiles = static_cast<double>(piece_.box[static_cast<std::size_t>(tile_.row_dim)].size() / tile_.rows);
        if (run.edge != Edge::Clipped) return target_.test_overhead + all / tiles;
        double left_out = 0; // excluded taps of all tiles
        for (const TapRun& other : runs)
            if (other.edge != Edge::Clipped) left_out += static_cast<double>(other.taps.size());
        return target_.clip_overhead + all * (1 - left_out / tiles / static_cast<double>(run.taps.size()));
    }

    // Cycles of the innermost loop, repeated `times` times as one loop. It is unrolled if its steps are few:
    // neighbouring steps share loads then.
    double innermost(const ReductionLoop& loop, std::int64_t rows, std::int64_t times, std::int64_t unroll) const {
        const std::int64_t points = times * loop.range.size();
        if (unroll > 1 && unroll == points) return straight(loop, {{.taps = {0, points}, .rows = {0, rows}}});
        const double steps = static_cast<double>(times) * steps_of(loop);
        const double loads = loads_of(loop, {{.taps = {0, 1}, .rows = {0, rows}}}) * steps;
        const TileSize size{rows, tile_.vectors, tile_.chains};
        return steps_cycles(target_, loads, size, steps, true, is_scalar()) + target_.tile_overhead + clipping(loop);
    }

    // Overhead of clipped outer loops; 0 for targets without vectors, for which peeled borders would be faster, and too
    // much code for their flash.
    double outer_clipping(const ReductionLoop& loop) const { return target_.vector_bytes > 0 ? clipping(loop) : 0; }
    double clipping(const ReductionLoop& loop) const { return loop.conditions.empty() ? 0 : target_.clip_overhead; }

    // Cycles of unrolled steps.
    double straight(const ReductionLoop& loop, const std::vector<TapRun>& runs) const {
        std::int64_t points = 0; // a row at a tap
        std::int64_t tests = 0;
        for (const TapRun& run : runs) points += run.taps.size() * run.rows.size();
        for (const TapRun& run : runs) tests += run.edge == Edge::Tested ? run.rows.size() : 0;
        const TileSize size{tile_.rows, tile_.vectors, tile_.chains};
        const double steps = static_cast<double>(points) / static_cast<double>(tile_.rows);
        return steps_cycles(target_, loads_of(loop, runs), size, steps, false, is_scalar()) + target_.tile_overhead +
               target_.test_overhead * static_cast<double>(tests);
    }

    // Number of steps of a loop, on average over the points if its conditions clip it.
    double steps_of(const ReductionLoop& loop) const {
        const bool lanes = tile_.lane_reduces && &loop == &piece_.reduction.back();
        double steps = static_cast<double>(loop.range.size() / (lanes ? tile_.lanes : 1));
        for (const Condition& condition : loop.conditions) steps *= share(condition, loop.dims.back(), loop.range);
        return steps;
    }

    // Share of the range that lies inside `low <= c*d + rest < high`, on average over sampled values of the rest.
    double share(const Condition& condition, std::int64_t d, const Range& range) const {
        constexpr std::int64_t kMost = 64; // most samples of either
        const std::int64_t c = kernel_.space.coefficient(condition.index, d);
        const Range rest = bounds_.range(condition.index - kernel_.space.dimension(d) * c);
        const std::int64_t values = rest.size() - 1, points = range.size() - 1;
        std::int64_t inside = 0, all = 0;
        for (std::int64_t i = 0; i <= std::min(values, kMost); ++i)
            for (std::int64_t k = 0; k <= std::min(points, kMost); ++k, ++all) {
                const std::int64_t at = rest.begin + (values > kMost ? i * (values / kMost) : i) +
                                        c * (range.begin + (points > kMost ? k * (points / kMost) : k));
                inside += at >= condition.low && at < condition.high ? 1 : 0;
            }
        return all == 0 ? 1.0 : static_cast<double>(inside) / static_cast<double>(all);
    }

    double loads_of_vector(ExprId load) const {
        if (tile_.lanes == 1 || !reads_apart(kernel_, load, tile_.lane_dim)) return 1;
        const bool shuffled = reads_every_second(kernel_, load, tile_.lane_dim);
        return shuffled ? kShuffled : kAlone * static_cast<double>(tile_.lanes);
    }

    // Number of loads that the runs need, of elements or vectors at different places.
    double loads_of(const ReductionLoop& loop, const std::vector<TapRun>& runs) const {
        double sum = 0;
        for (const ExprId load : loads_) {
            const IndexSpace& space = kernel_.space;
            const Index& index = kernel_.exprs[load].index;
            const std::int64_t row = tile_.row_dim < 0 ? 0 : space.coefficient(index, tile_.row_dim);
            const std::int64_t tap = space.coefficient(index, loop.dims.back());
            std::set<std::int64_t> places;
            for (const TapRun& run : runs)
                for (std::int64_t k = run.taps.begin; k < run.taps.end; ++k)
                    for (std::int64_t r = run.rows.begin; r < run.rows.end; ++r) places.insert(r * row + k * tap);
            const bool lane = tile_.lane_dim >= 0 && space.depends_on(index, tile_.lane_dim);
            sum += static_cast<double>(places.size()) * static_cast<double>(lane ? tile_.vectors : 1) *
                   (lane ? loads_of_vector(load) : 1);
            // Rows, or columns, out of reach of one base register have an address each.
            if (is_out_of_reach(load, std::abs(row) * (tile_.rows - 1))) sum += static_cast<double>(places.size());
            if (lane && !tile_.lane_reduces && is_out_of_reach(load, distance_of_columns(load)))
                sum += static_cast<double>(places.size()) * static_cast<double>(tile_.vectors);
            // Compilers keep the row distances of unrolled taps on the stack.
            if (any_size_ && row != 0 && loop.taps)
                sum += 2 * static_cast<double>(places.size()) * static_cast<double>(lane ? tile_.vectors : 1);
        }
        return sum;
    }

    bool is_out_of_reach(ExprId load, std::int64_t elements) const {
        return target_.reach > 0 && elements * byte_size(kernel_.exprs[load].type) > target_.reach;
    }
    // Distance in elements from the first column to the last, in a constant that is not packed; else 0.
    std::int64_t distance_of_columns(ExprId load) const {
        const Expr& expr = kernel_.exprs[load];
        if (!kernel_[expr.argument].constant || nest_.packing_of(load) != nullptr) return 0;
        return std::abs(kernel_.space.coefficient(expr.index, tile_.lane_dim)) * (tile_.columns() - 1);
    }

    // Cycles that combine the lanes of each row into one value, and add the steps that fill no vector.
    double combining() const {
        if (!tile_.lane_reduces) return 0;
        double runs = 1;
        for (const ReductionLoop& loop : piece_.reduction)
            if (&loop != &piece_.reduction.back()) runs *= static_cast<double>(loop.range.size());
        const std::int64_t all = piece_.reduction.back().range.size(), rest = all % (tile_.lanes * tile_.chains);
        const bool vectors = tile_.again > 0 || rest % tile_.lanes == 0;
        const auto steps = static_cast<double>(vectors ? (rest + tile_.lanes - 1) / tile_.lanes : rest);
        return static_cast<double>(tile_.rows) *
               (3.0 * static_cast<double>(tile_.lanes) + // two loads and an addition each
                runs * steps_cycles(target_, static_cast<double>(loads_.size()) * steps, {}, steps, true, true));
    }

    bool is_scalar() const { return tile_.lanes == 1; }

    const Target& target_;
    const Kernel& kernel_;
    const Tiling& nest_;
    const Piece& piece_;
    const RegisterTile& tile_;
    const bool any_size_;
    const std::vector<ExprId> loads_; // loads of the term
    const Bounds bounds_;
};

// Number of instructions for one vector, or for one scalar; lanes that are not adjacent are loaded and stored one by
// one.
std::int64_t element_instructions(const Kernel& kernel, const Dependences& dependences, std::int64_t lane_dim,
                                  std::int64_t lanes) {
    constexpr std::int64_t kApart = 2; // load or store, and shuffle
    const auto accesses = [&](const Index& index) {
        return lanes > 1 && kernel.space.coefficient(index, lane_dim) != 1 ? kApart * lanes : 1;
    };
    std::int64_t sum = 0;
    for (const ExprId id : lane_expressions(kernel, dependences, lane_dim)) {
        const Expr& expr = kernel.exprs[id];
        sum += expr.kind == ExprKind::Load ? accesses(expr.index) : instructions_of(expr);
    }
    for (const Output& output : kernel.outputs) sum += accesses(output.index);
    return sum;
}

// Cycles of a piece without a reduction: the loads, ops and stores of its tiles.
double element_cycles(const Target& target, const Kernel& kernel, const Piece& piece) {
    const RegisterTile& tile = piece.tile;
    const Bounds bounds(kernel.space, piece.box);
    const std::int64_t lane_dim = tile.lane_dim >= 0 ? tile.lane_dim : piece.loops.empty() ? 0 : piece.loops.back().dim;
    const std::int64_t steps = element_instructions(kernel, Dependences(kernel, bounds), lane_dim, tile.lanes);
    const double per_cycle = tile.lanes > 1 ? target.per_cycle : 1;
    double lines = 1, tiles = 1;
    for (const Loop& loop : piece.loops) {
        lines = tiles;
        tiles *= static_cast<double>(piece.box[static_cast<std::size_t>(loop.dim)].size() / loop.step);
    }
    const double tile_cycles = static_cast<double>(tile.vectors) * static_cast<double>(steps) / per_cycle;
    return tiles * (tile_cycles + target.loop_overhead) + lines * target.tile_overhead;
}

} // namespace

TermLoads term_loads(const Kernel& kernel, std::int64_t lane_dim, std::int64_t row_dim) {
    TermLoads counts;
    for (const ExprId load : loads_of(kernel, *kernel.reduction->term)) {
        const auto depends = [&](std::int64_t d) {
            return d >= 0 && kernel.space.depends_on(kernel.exprs[load].index, d);
        };
        const bool lane = depends(lane_dim), row = depends(row_dim);
        ++(lane && row ? counts.both : lane ? counts.lane : row ? counts.row : counts.none);
    }
    return counts;
}

double tile_cycles(const Target& target, const TermLoads& loads, const TileSize& tile, const Depth& depth,
                   bool scalar) {
    const auto steps = static_cast<double>(depth.steps);
    const double once = steps_cycles(target, loads_of_step(loads, tile) * steps, tile, steps, true, scalar);
    return (once + target.tile_overhead) * static_cast<double>(depth.entries) + store_cycles(tile);
}

double cost(const Target& target, const Kernel& kernel, const Tiling& nest, bool any_size) {
    double cycles = 0;
    for (const Piece& piece : nest.pieces)
        cycles += kernel.reduction ? PieceCost(target, kernel, nest, piece, any_size).cycles()
                                   : element_cycles(target, kernel, piece);
    const auto bytes = byte_size(nest.scratch_type);
    return cycles + static_cast<double>(nest.scratch_bytes / bytes) * target.copy_cycles;
}

} // namespace hlo2cpp
