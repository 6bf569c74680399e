#include "tile/contraction.h"

#include <algorithm>

#include "kernel/bias.h"
#include "kernel/bounds.h"
#include "kernel/loads.h"
#include "tile/analysis.h"
#include "tile/cost.h"
#include "tile/epilogue.h"
#include "tile/extremum_parts.h"
#include "tile/fixed_lanes.h"
#include "tile/pack.h"
#include "tile/reduction_plan.h"
#include "tile/register_tile.h"
#include "tile/segments.h"
#include "tile/transposition.h"
#include "tile/vector_form.h"

namespace hlo2cpp {
namespace {

class Tiler {
public:
    Tiler(const Kernel& kernel, const Target& target, const ContractionOptions& options)
        : kernel_(kernel), reduction_(*kernel.reduction), target_(with_room_for_parts(kernel, target)),
          options_(options), parallel_(static_cast<std::int64_t>(kernel.dims.size())),
          loads_(loads_of(kernel, *reduction_.term)) {
        type_ = kernel.exprs[reduction_.initial[0]].type;
        lanes_ = std::max<std::int64_t>(1, target.vector_bytes / byte_size(type_));
        may_run_again_ = lanes_ > 1 && may_run_again(kernel);
    }

    // The best nest first; of all others those that take at most `slack` times as long.
    std::vector<Candidate> run(double slack) {
        if (!combines_vectors(kernel_) || !conditions_affine()) return {};
        if (options_.in_order && reduces_in_fixed_lanes(kernel_)) return fixed_lanes();
        consider(plain_reduction());
        for (lane_dim_ = 0; lane_dim_ < parallel_; ++lane_dim_)
            if (fits_lanes()) {
                for_row_dims([&] { consider_lanes(); });
                consider_filled_lanes();
            }
        lane_dim_ = kernel_.space.dimensions() - 1;
        if (fits_reducing_lanes())
            for_row_dims([&] {
                const std::int64_t lanes = reducing_width();
                consider(*reducing_lanes(lanes, chains_along_lanes(lanes, size_of_dim(kernel_, lane_dim_) / lanes)));
            });
        if (best_.nest.pieces[0].tile.lane_dim < 0) return {};
        std::vector<Candidate> candidates;
        if (slack > 1) candidates = other_sizes(slack * best_.cycles);
        candidates.insert(candidates.begin(), std::move(best_));
        return candidates;
    }

private:
    std::vector<Candidate> fixed_lanes() {
        lane_dim_ = kernel_.space.dimensions() - 1;
        const std::int64_t lanes = std::min(lanes_, kFixedLanes);
        const auto consider_rows = [&] { consider(*reducing_lanes(lanes, {kFixedLanes / lanes})); };
        row_dim_ = -1;
        options_.small ? consider_rows() : for_row_dims(consider_rows);
        return {std::move(best_)};
    }

    const Index& index(ExprId load) const { return kernel_.exprs[load].index; }
    std::int64_t coefficient(ExprId load, std::int64_t d) const { return kernel_.space.coefficient(index(load), d); }
    bool is_constant(ExprId load) const { return kernel_[kernel_.exprs[load].argument].constant; }
    // A sum of elements far apart is as fast one by one; an extremum takes branches then.
    bool may_be_apart(ExprId load, std::int64_t d) const {
        return reads_every_second(kernel_, load, d) ||
               (reads_apart(kernel_, load, d) && is_kept_in_parts(kernel_, target_));
    }
    bool in_conditions(std::int64_t d) const {
        return std::any_of(reduction_.conditions.begin(), reduction_.conditions.end(),
                           [&](const Condition& c) { return kernel_.space.depends_on(c.index, d); });
    }
    bool loads_affine_in(std::int64_t d) const {
        return std::all_of(loads_.begin(), loads_.end(),
                           [&](ExprId load) { return affine_in(kernel_, index(load), d); });
    }
    bool outputs_affine_in(std::int64_t d) const {
        return std::ranges::all_of(kernel_.outputs,
                                   [&](const Output& output) { return affine_in(kernel_, output.index, d); });
    }
    bool conditions_affine() const { // in dimensions, and variables of loops around
        for (const Condition& condition : reduction_.conditions)
            for (const Index::Product& product : condition.index.products)
                if (!is(product, TermKind::Dimension) && !is(product, TermKind::Variable)) return false;
        return true;
    }
    bool is(const Index::Product& product, TermKind kind) const { return kernel_.space[product.term].kind == kind; }
    bool has_variable(const Index& index) const {
        return std::ranges::any_of(index.products,
                                   [&](const auto& product) { return is(product, TermKind::Variable); });
    }

    void consider_lanes() { consider(nest_with_lanes()); }

    // A line that is shorter than a vector, and longer than half of one, in copies that fill it.
    void consider_filled_lanes() {
        const std::int64_t size = size_of_dim(kernel_, lane_dim_);
        const bool short_line = size < lanes_ && 2 * size > lanes_ && !may_idle();
        fills_ = short_line && std::ranges::all_of(loads_, [&](ExprId load) {
                     return coefficient(load, lane_dim_) == 0 || is_constant(load) || fits_scratch(load);
                 });
        if (fills_) for_row_dims([&] { consider_lanes(); });
        fills_ = false;
    }

    LoopNest nest_with_lanes() {
        auto nest = options_.joined_borders ? parallel_lanes(true) : std::nullopt;
        return nest ? std::move(*nest) : *parallel_lanes(false);
    }

    void consider(LoopNest nest) {
        const double cycles = cost(target_, kernel_, nest);
        // Of equal ones the last: its dimensions are inner.
        if (!best_.nest.pieces.empty() && cycles > best_.cycles) return;
        best_ = {std::move(nest), cycles};
    }

    // With rows and lanes of the same dimensions as the best one's; of any, where code is to be small.
    std::vector<Candidate> other_sizes(double most_cycles) {
        const RegisterTile tile = best_.nest.pieces[0].tile;
        std::vector<Candidate> candidates;
        if (tile.lane_reduces) return candidates;
        const auto add = [&] { add_sizes(candidates, most_cycles); };
        lane_dim_ = tile.lane_dim, row_dim_ = tile.row_dim;
        fills_ = tile.idle > 0 && !may_idle();
        if (!options_.small) return add(), candidates;
        fills_ = false;
        for (lane_dim_ = 0; lane_dim_ < parallel_; ++lane_dim_)
            if (fits_lanes()) for_row_dims(add);
        return candidates;
    }

    void add_sizes(std::vector<Candidate>& candidates, double most_cycles) {
        const std::int64_t columns = kernel_.dims[static_cast<std::size_t>(lane_dim_)] / lanes_;
        for (const TileSize& size : feasible_tiles(target_, count_loads(), rows(), columns, lanes_ == 1, chains())) {
            size_ = size;
            LoopNest nest = nest_with_lanes();
            const double cycles = cost(target_, kernel_, nest);
            if (cycles <= most_cycles) candidates.push_back({std::move(nest), cycles});
        }
        size_.reset();
    }

    // One point at a time, for comparison.
    LoopNest plain_reduction() const {
        Piece piece{.box = whole_box(kernel_)};
        for (std::int64_t d = 0; d < parallel_; ++d) piece.loops.push_back({.dim = d});
        piece.reduction = reduction_loops(piece.box, false);
        return {.pieces = {std::move(piece)}};
    }

    // Calls visit() without a row dimension, and with each that may be one.
    template <typename Visit>
    void for_row_dims(Visit&& visit) {
        row_dim_ = -1;
        visit();
        for (std::int64_t d = 0; d < parallel_; ++d) {
            row_dim_ = d;
            if (fits_rows()) visit();
        }
    }

    // A dimension whose neighbours lie side by side in the output, or are scalars, and in every load that depends on it
    // (constants are packed).
    bool fits_lanes() const {
        const std::int64_t d = lane_dim_;
        if (!term_has_vector_form(kernel_, d) || !outputs_affine_in(d) ||
            (kernel_.space.coefficient(kernel_.outputs[0].index, d) != 1 && !is_stored_anywhere()))
            return false;
        if (!loads_affine_in(d) || kernel_.dims[static_cast<std::size_t>(d)] < 2) return false;
        const bool fits = std::all_of(loads_.begin(), loads_.end(), [&](ExprId load) {
            const std::int64_t c = coefficient(load, d);
            return c == 0 || c == 1 || lanes_ == 1 || may_be_apart(load, d) ||
                   (packable(kernel_, load) && (is_constant(load) || fits_scratch(load)));
        });
        const bool used =
            std::any_of(loads_.begin(), loads_.end(), [&](ExprId load) { return coefficient(load, d) != 0; });
        return fits && used && (!in_conditions(d) || interior_of(kernel_, reduction_.conditions, d).size() >= 4);
    }

    bool fits_scratch(ExprId load) const {
        return packable(kernel_, load) && packed_bytes(kernel_, load) <= target_.scratch_bytes;
    }

    // Scalars may be; it pays where weights lie side by side.
    bool is_stored_anywhere() const {
        return lanes_ == 1 && std::ranges::any_of(loads_, [&](ExprId load) { return needs_packing(load); });
    }

    // Rows are neither lanes nor in a packed operand, which is one stream for all of them; where conditions read them,
    // the taps of the border can be written out.
    bool fits_rows() const {
        const std::int64_t d = row_dim_;
        if (d == lane_dim_ || kernel_.dims[static_cast<std::size_t>(d)] < 2) return false;
        if (!outputs_affine_in(d) || !loads_affine_in(d)) return false;
        if (lane_dim_ >= parallel_) return !in_conditions(d);
        return borders_fit() && std::none_of(loads_.begin(), loads_.end(), [&](ExprId load) {
                   return coefficient(load, d) != 0 && needs_packing(load);
               });
    }

    bool needs_packing(ExprId load) const {
        if (lane_dim_ < 0) return false; // the plain loops
        const std::int64_t c = coefficient(load, lane_dim_);
        const bool as_it_lies = c == 1 || lanes_ == 1 || may_be_apart(load, lane_dim_);
        return packable(kernel_, load) && c != 0 && (is_constant(load) || !as_it_lies || fills_);
    }

    TermLoads count_loads() const { return term_loads(kernel_, lane_dim_, row_dim_); }

    std::int64_t depth() const {
        std::int64_t product = 1;
        for (const std::int64_t size : reduction_.dims) product *= size;
        return product;
    }

    std::int64_t rows() const { return row_dim_ < 0 ? 1 : kernel_.dims[static_cast<std::size_t>(row_dim_)]; }

    // Where only packed constants have lanes, or copies that fill vectors, the last one may reach behind the end.
    bool may_idle() const {
        return lanes_ > 1 && std::ranges::all_of(loads_, [&](ExprId load) {
                   return coefficient(load, lane_dim_) == 0 || ((is_constant(load) || fills_) && needs_packing(load));
               });
    }

    std::vector<LaneSegment> segments_of_lanes() const {
        const std::int64_t size = kernel_.dims[static_cast<std::size_t>(lane_dim_)];
        const Range interior = interior_of(kernel_, reduction_.conditions, lane_dim_);
        const Rest rest = interior.size() == size && may_idle() ? Rest::Idle
                          : may_run_again_                      ? Rest::Again
                                                                : Rest::Narrower;
        return lane_segments(size, interior, lanes_, rest, [&](std::int64_t columns, std::int64_t lanes) {
            if (size_) return *size_;
            return best_tile(target_, count_loads(), rows(), columns, depth_of_loops(), lanes == 1,
                             lanes == 1 ? Chains{1} : chains());
        });
    }

    // Of at most so many rows; a border where a condition that reads the row does not always hold.
    std::vector<RowSegment> segments_of_rows(std::int64_t most, const std::vector<Range>& box) const {
        return row_segments(rows(), most,
                            [&](const Range& rows) { return row_dim_ >= 0 && !row_conditions_hold(rows, box); });
    }

    bool row_conditions_hold(const Range& rows, std::vector<Range> box) const {
        box[static_cast<std::size_t>(row_dim_)] = rows;
        const Bounds bounds(kernel_.space, box);
        return std::all_of(reduction_.conditions.begin(), reduction_.conditions.end(), [&](const Condition& c) {
            return !kernel_.space.depends_on(c.index, row_dim_) || bounds.always(c);
        });
    }

    // Reduction dimensions that a border's conditions read beside the row: they are written out, tap by tap.
    bool is_border_tap(std::int64_t r) const {
        return std::any_of(reduction_.conditions.begin(), reduction_.conditions.end(), [&](const Condition& c) {
            return kernel_.space.depends_on(c.index, row_dim_) && kernel_.space.depends_on(c.index, r);
        });
    }

    // Rows and taps alone decide a condition that any of them has a part in.
    bool taps_decide(const Condition& c) const {
        const bool row = kernel_.space.depends_on(c.index, row_dim_);
        if (row && has_variable(c.index)) return false;
        for (std::int64_t d = 0; d < kernel_.space.dimensions(); ++d) {
            if (d == row_dim_ || !kernel_.space.depends_on(c.index, d)) continue;
            if (row ? d < parallel_ : d >= parallel_ && is_border_tap(d)) return false;
        }
        return true;
    }

    std::vector<ReductionLoop> reduction_loops(const std::vector<Range>& box, bool border) const {
        std::vector<ReductionLoop> loops;
        for (std::size_t i = 0; i < reduction_.dims.size(); ++i) {
            const std::int64_t r = parallel_ + static_cast<std::int64_t>(i);
            const bool tap = border && is_border_tap(r);
            if (!tap && !loops.empty() && !loops.back().taps && walks_on(loops.back().dims.back(), r, box))
                join(loops.back(), r);
            else
                loops.push_back({.dims = {r}, .range = {0, size_of_dim(kernel_, r)}, .taps = tap});
        }
        return loops;
    }

    void join(ReductionLoop& loop, std::int64_t r) const {
        loop.dims.push_back(r);
        loop.range.end *= size_of_dim(kernel_, r);
    }

    // Whether dimensions r and r + 1 are one walk through memory in every load, with no condition left in the box on
    // either.
    bool walks_on(std::int64_t outer, std::int64_t inner, const std::vector<Range>& box) const {
        const Bounds bounds(kernel_.space, box);
        for (const Condition& c : reduction_.conditions)
            if (!bounds.always(c) &&
                (kernel_.space.depends_on(c.index, outer) || kernel_.space.depends_on(c.index, inner)))
                return false;
        return std::all_of(loads_.begin(), loads_.end(), [&](ExprId load) {
            if (lane_dim_ < parallel_ && needs_packing(load) && coefficient(load, outer) != 0 &&
                coefficient(load, inner) != 0)
                return true;
            return affine_in(kernel_, index(load), outer) && affine_in(kernel_, index(load), inner) &&
                   coefficient(load, outer) == size_of_dim(kernel_, inner) * coefficient(load, inner);
        });
    }

    Depth depth_of_loops() const {
        const std::vector<ReductionLoop> loops = reduction_loops(whole_box(kernel_), false);
        Depth depth;
        for (const ReductionLoop& loop : loops)
            (&loop == &loops.back() ? depth.steps : depth.entries) *= loop.range.size();
        return depth;
    }

    // Of tiles whose lanes are points.
    Chains chains() const {
        const bool one = options_.in_order || lanes_ == 1 || !may_start_often(kernel_);
        return one ? Chains{1} : chains_of_any_order(depth_of_loops().steps);
    }

    bool in_parts(std::int64_t lanes) const { return lanes > 1 && is_kept_in_parts(kernel_, target_); }

    std::vector<Loop> loops_of(const RegisterTile& tile) const {
        std::vector<Loop> loops;
        const bool lanes_in_loops = lane_dim_ < parallel_;
        if (lanes_in_loops) loops.push_back({.dim = lane_dim_, .step = tile.columns()});
        for (std::int64_t d = 0; d < parallel_; ++d)
            if (d != lane_dim_) loops.push_back({.dim = d, .step = d == row_dim_ ? tile.rows : 1});
        return loops;
    }

    bool borders_fit() const {
        std::int64_t taps = 1;
        for (std::int64_t r = parallel_; r < kernel_.space.dimensions(); ++r)
            if (is_border_tap(r)) taps *= size_of_dim(kernel_, r);
        return taps <= options_.unrolled_taps &&
               std::ranges::all_of(reduction_.conditions, [&](const Condition& c) { return taps_decide(c); });
    }

    // `joined`: with borders in the text of the tiles between them; nothing where that cannot be.
    std::optional<LoopNest> parallel_lanes(bool joined) {
        LoopNest nest;
        std::vector<LaneBlocks> blocks;
        for (const LaneSegment& lane : segments_of_lanes()) {
            blocks.push_back({lane.range, lane.lanes * lane.vectors, lane.again});
            std::vector<Range> box = whole_box(kernel_);
            box[static_cast<std::size_t>(lane_dim_)] = lane.range;
            const std::vector<RowSegment> rows = segments_of_rows(lane.tile.rows, box);
            for (const RowSegment& row : joined ? with_borders(rows) : rows) {
                Piece piece{.box = box};
                if (row_dim_ >= 0) piece.box[static_cast<std::size_t>(row_dim_)] = row.range;
                piece.tile = {.row_dim = row_dim_,
                              .rows = row.rows,
                              .lane_dim = lane_dim_,
                              .lanes = lane.lanes,
                              .vectors = lane.vectors,
                              .idle = lane.idle,
                              .again = lane.again,
                              .chains = row.border ? 1 : lane.tile.chains,
                              .in_parts = in_parts(lane.lanes)};
                piece.loops = loops_of(piece.tile);
                piece.reduction = reduction_loops(piece.box, row.border);
                nest.pieces.push_back(std::move(piece));
            }
        }
        for (const ExprId load : loads_)
            if (needs_packing(load)) add_packing(nest, pack(kernel_, load, lane_dim_, blocks));
        return complete(std::move(nest));
    }

    void add_packing(LoopNest& nest, Packing packing) const {
        if (!packing.constant) {
            std::int64_t elements = packing.depth * packing.lane_size();
            for (const std::int64_t d : packing.batch_dims) elements *= size_of_dim(kernel_, d);
            packing.scratch_offset = nest.scratch_bytes / byte_size(type_);
            nest.scratch_bytes += elements * byte_size(type_);
            nest.scratch_type = type_;
            for (LaneBlocks& blocks : packing.blocks)
                blocks.square = square_of_packing(kernel_, target_, packing, blocks);
        }
        nest.packings.push_back(std::move(packing));
    }

    // The lanes walk along the innermost reduction dimension.
    bool fits_reducing_lanes() const {
        if (options_.in_order || lanes_ == 1 || in_conditions(lane_dim_) || !may_start_often(kernel_)) return false;
        if (!term_has_vector_form(kernel_, lane_dim_)) return false;
        const bool fits =
            std::ranges::all_of(loads_, [&](ExprId load) { return reads_along(kernel_, load, lane_dim_); });
        const std::int64_t least = reduction_.dims.size() == 1 ? kFewLanes + 1 : kFewLanes;
        return fits && size_of_dim(kernel_, lane_dim_) >= least;
    }

    static constexpr std::int64_t kFewLanes = 4;

    // The widest vectors, of which the last one is not mostly empty.
    std::int64_t reducing_width() const {
        const std::int64_t size = size_of_dim(kernel_, lane_dim_);
        std::int64_t lanes = lanes_;
        while (lanes > kFewLanes && size % lanes != 0 && size < 4 * lanes) lanes /= 2;
        return lanes;
    }

    // Vectors that are left over go to the first chains; scalars do so behind all loops alone.
    Chains chains_along_lanes(std::int64_t lanes, std::int64_t steps) const {
        if (reduction_.dims.size() > 1 && lanes == 1) return chains_of_any_order(steps);
        Chains chains = {1, 2, 4};
        std::erase_if(chains, [&](std::int64_t count) { return count > steps; });
        return chains;
    }

    std::optional<LoopNest> reducing_lanes(std::int64_t lanes, const Chains& chains) {
        const std::int64_t size = size_of_dim(kernel_, lane_dim_);
        const Depth inner{.steps = size / lanes, .entries = depth() / size};
        const TileSize tile = best_tile(target_, count_loads(), rows(), 1, inner, lanes == 1, chains);
        LoopNest nest;
        for (const RowSegment& row : segments_of_rows(tile.rows, whole_box(kernel_))) {
            Piece piece{.box = whole_box(kernel_)};
            if (row_dim_ >= 0) piece.box[static_cast<std::size_t>(row_dim_)] = row.range;
            piece.tile = {.row_dim = row_dim_,
                          .rows = row.rows,
                          .lane_dim = lane_dim_,
                          .lanes = lanes,
                          .again = options_.in_order ? 0 : (lanes - size % lanes) % lanes,
                          .chains = tile.chains,
                          .lane_reduces = true,
                          .in_parts = in_parts(lanes)};
            piece.loops = loops_of(piece.tile);
            for (std::int64_t r = parallel_; r <= lane_dim_; ++r)
                piece.reduction.push_back({.dims = {r}, .range = {0, size_of_dim(kernel_, r)}});
            nest.pieces.push_back(std::move(piece));
        }
        return complete(std::move(nest));
    }

    // What follows from the tiles. Each piece with a tile is a function of its own: so it has the registers for itself.
    std::optional<LoopNest> complete(LoopNest nest) const {
        const bool tiled = std::ranges::any_of(nest.pieces, [](const Piece& piece) { return piece.tile.tiled(); });
        const bool from_bias = target_.sums_start_at_bias && !options_.in_order && kernel_.conditions.empty();
        const std::optional<BiasAddition> bias = from_bias ? addition_of_bias(kernel_) : std::nullopt;
        for (Piece& piece : nest.pieces) {
            if (!plan_reduction(kernel_, target_, nest, piece)) return std::nullopt;
            piece.epilogue = epilogue_of(kernel_, piece, options_.small);
            if (bias && sums_may_start_at_bias(piece)) piece.from_bias = bias->result;
        }
        const auto pieces = static_cast<std::int64_t>(nest.pieces.size());
        if (!tiled) nest.functions = {{0, pieces}};
        for (std::int64_t i = 0; tiled && i < pieces; ++i) nest.functions.push_back({i, i + 1});
        nest.rolled = !tiled && target_.vector_bytes == 0;
        return std::optional(std::move(nest));
    }

    // One sum a point, which is finished in its vector.
    static bool sums_may_start_at_bias(const Piece& piece) {
        const RegisterTile& tile = piece.tile;
        return tile.lanes > 1 && !tile.lane_reduces && tile.chains == 1 && tile.idle == 0 &&
               piece.epilogue == Epilogue::Vectors;
    }

    const Kernel& kernel_;
    const Reduction& reduction_;
    const Target target_;
    const ContractionOptions options_;
    const std::int64_t parallel_; // number of parallel dimensions
    std::vector<ExprId> loads_;   // of the term
    ElementType type_ = ElementType::F32;
    std::int64_t lanes_ = 1;
    bool may_run_again_ = false;
    std::int64_t lane_dim_ = -1, row_dim_ = -1; // of the candidate
    bool fills_ = false;                        // lanes of copies that hold no point are zeros
    std::optional<TileSize> size_;              // where it is not the best one
    Candidate best_;
};

std::int64_t work_of(const Kernel& kernel) {
    std::int64_t work = 1;
    for (const std::int64_t size : kernel.dims) work *= size;
    for (const std::int64_t size : kernel.reduction->dims) work *= size;
    return work;
}

} // namespace

std::vector<Candidate> contraction_candidates(const Kernel& kernel, const Target& target,
                                              const ContractionOptions& options, double slack) {
    if (!kernel.reduction || !kernel.reduction->term || kernel.reduction->initial.size() != 1) return {};
    if (kernel.reduction->dims.empty() || !points_are_apart(kernel)) return {};
    const bool same_everywhere = options.in_order && reduces_in_fixed_lanes(kernel);
    if (work_of(kernel) < target.least_work && !same_everywhere) return {};
    return Tiler(kernel, target, options).run(slack);
}

std::optional<LoopNest> tile_contraction(const Kernel& kernel, const Target& target,
                                         const ContractionOptions& options) {
    std::vector<Candidate> candidates = contraction_candidates(kernel, target, options, 1);
    return candidates.empty() ? std::nullopt : std::optional(std::move(candidates[0].nest));
}

} // namespace hlo2cpp
