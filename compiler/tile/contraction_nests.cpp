#include "tile/contraction_nests.h"

#include <algorithm>

#include "arrange/bias.h"
#include "kernel/analysis.h"
#include "tile/copied_rows.h"
#include "tile/epilogue.h"
#include "tile/fixed_lanes.h"
#include "tile/interleaved_columns.h"
#include "tile/pack.h"
#include "tile/reduction_plan.h"
#include "tile/segments.h"
#include "tile/sum_blocks.h"
#include "tile/transposition.h"

namespace hlo2cpp {
namespace {

// True if a round of vectors of floats takes several steps: the machine starts one instruction a cycle, so that
// counting and moving addresses take as long as products, but of a row of many vectors. Where numbers are in core
// registers, these hold no more addresses than one row takes, and loads move those of several rows.
bool takes_several_steps(const Piece& piece, const Target& target) {
    const RegisterTile& tile = piece.tile;
    const ReductionLoop& last = piece.reduction.back();
    const bool plain = last.words.terms == 1 && last.words.size == 1 && !last.taps;
    return plain && target.issues_one() && tile.lanes > 1 && !tile.lane_reduces && tile.chains == 1 &&
           (tile.rows == 1 ? tile.vectors < target.full_tile : !target.takes_core_numbers);
}

class NestBuilder {
public:
    explicit NestBuilder(const ContractionFit& fit) : NestBuilder(fit, fit.words()) {}
    NestBuilder(const ContractionFit& fit, const nest::Words& words, const std::optional<RowCopy>& copy = {})
        : fit_(fit), kernel_(fit.kernel), words_(words), copy_(copy) {}

    Tiling plain() const {
        Piece piece{.box = whole_box(kernel_)};
        for (std::int64_t d = 0; d < fit_.parallel; ++d) piece.loops.push_back({.dim = d});
        piece.reduction = reduction_loops(piece.box, false);
        return {.pieces = {std::move(piece)}};
    }

    // `joined`: borders run in the code of the tiles between them; nothing if they cannot.
    std::optional<Tiling> of_points(const std::optional<TileSize>& size, bool joined) const {
        Tiling nest;
        nest.row_copy = copy_;
        std::vector<LaneBlocks> blocks;
        for (const LaneSegment& lane : copy_ && copy_->has_pairs() ? segments_of_pairs() : segments_of_lanes(size)) {
            const std::int64_t columns = lane.lanes * lane.vectors;
            const bool in_twos = copy_ && !fit_.copied_column.valid(); // constants
            blocks.push_back({lane.range, in_twos ? copy_->columns_in_memory(columns) : columns, lane.again});
            std::vector<Range> box = whole_box(kernel_);
            box[static_cast<std::size_t>(fit_.lane_dim)] = lane.range;
            const std::vector<RowSegment> rows = segments_of_rows(lane.tile.rows, box);
            for (const RowSegment& row : joined ? with_borders(rows) : rows)
                nest.pieces.push_back(piece_of_points(lane, row, box));
        }
        const bool in_words = words_.terms > 1 && fit_.widest > 1;
        if (words_.interleaved ? !std::ranges::any_of(nest.pieces, has_pairs)
                               : in_words && !std::ranges::all_of(nest.pieces, has_pairs))
            return copy_ ? std::nullopt : NestBuilder(fit_, nest::Words{}).of_points(size, joined);
        if (copy_ && !give_scratch(nest, fit_.target)) return std::nullopt;
        for (const ExprId load : fit_.loads)
            if (fit_.needs_packing(load)) add_packing(nest, pack(kernel_, load, fit_.lane_dim, blocks));
        if (const auto rows = words_.interleaved ? pack_rows(kernel_, fit_.interleaved->row) : std::nullopt)
            add_packing(nest, *rows);
        return complete(std::move(nest));
    }

    bool has_scalar_words() const { return words_.terms > 1 && fit_.widest == 1; }
    // Tiles of scalars. The sums of dots of bytes need every second register; eight sums of pairs leave registers for
    // the pairs of a step.
    TileSize size_in_words(std::int64_t columns) const {
        if (copy_ && copy_->has_pairs()) return {.rows = 4, .vectors = fit_.rows() == 1 ? 8 : copy_->word};
        return {.rows = std::min<std::int64_t>(fit_.rows(), 3),
                .vectors = std::min<std::int64_t>(columns, fit_.rows() == 1 ? 4 : 2)};
    }

    // Chains of tiles whose lanes are points.
    Chains chains_of_points() const {
        const bool one = fit_.in_order || fit_.widest == 1 || !may_start_often(kernel_) || ends_with_fewer_terms();
        return one ? Chains{1} : chains_of_any_order(depth_of_loops().steps / words_.terms);
    }

    std::optional<Tiling> along_sum(std::int64_t lanes, const Chains& chains) const {
        const std::int64_t size = size_of_dim(kernel_, fit_.lane_dim);
        const Depth inner{.steps = size / lanes, .entries = fit_.reduction.terms() / size};
        const TileSize tile = best_tile(fit_.target, fit_.count_loads(), fit_.rows(), 1, inner, lanes == 1, chains);
        Tiling nest;
        for (const RowSegment& row : segments_of_rows(tile.rows, whole_box(kernel_))) {
            Piece piece{.box = box_of_rows(whole_box(kernel_), row)};
            piece.tile = {
                .row_dim = fit_.row_dim,
                .rows = row.rows,
                .lane_dim = fit_.lane_dim,
                .lanes = lanes,
                .again = fit_.in_order || (lanes > 1 && leaves_one_term(fit_)) ? 0 : (lanes - size % lanes) % lanes,
                .chains = tile.chains,
                .lane_reduces = true,
                .in_parts = fit_.in_parts(lanes)};
            piece.loops = loops_of(piece.tile);
            const auto blocks = sum_blocks(kernel_, lanes * tile.chains);
            for (std::int64_t r = fit_.parallel; r <= fit_.lane_dim; ++r)
                piece.reduction.push_back(loop_over(r, blocks));
            nest.pieces.push_back(std::move(piece));
        }
        return complete(std::move(nest));
    }

    // Chains of a horizontal reduction. Leftover vectors go to the first chains; scalars can do so only behind all
    // loops.
    Chains chains_along_sum(std::int64_t lanes, std::int64_t steps) const {
        if (fit_.reduction.dims.size() > 1 && lanes == 1) return chains_of_any_order(steps);
        Chains chains = {1, 2, 4};
        std::erase_if(chains, [&](std::int64_t count) { return count > steps; });
        return chains;
    }

private:
    Piece piece_of_points(const LaneSegment& lane, const RowSegment& row, const std::vector<Range>& box) const {
        Piece piece{.box = box_of_rows(box, row)};
        piece.tile = {.row_dim = fit_.row_dim,
                      .rows = row.rows,
                      .lane_dim = fit_.lane_dim,
                      .lanes = lane.lanes,
                      .vectors = lane.vectors,
                      .idle = lane.idle,
                      .again = lane.again,
                      .chains = row.border ? 1 : lane.tile.chains,
                      .in_parts = fit_.in_parts(lane.lanes)};
        constexpr std::int64_t kManyTerms = 256; // beside which results take little time; tests take registers
        if (!row.border || fit_.reduction.terms() <= kManyTerms)
            piece.tile.result_lanes = result_lanes(kernel_, fit_.target, piece, fit_.options);
        piece.loops = loops_of(piece.tile);
        piece.reduction = reduction_loops(piece.box, row.border, piece.tile.chains);
        if (words_.interleaved && !has_pairs(piece)) piece.reduction.back().words = {};
        return piece;
    }

    std::vector<LaneSegment> segments_of_pairs() const {
        const std::int64_t points = kernel_.dims[static_cast<std::size_t>(fit_.lane_dim)];
        return pair_segments(points, size_in_words(points));
    }

    std::vector<Range> box_of_rows(std::vector<Range> box, const RowSegment& row) const {
        if (fit_.row_dim >= 0) box[static_cast<std::size_t>(fit_.row_dim)] = row.range;
        return box;
    }

    std::vector<LaneSegment> segments_of_lanes(const std::optional<TileSize>& size) const {
        const std::int64_t points = kernel_.dims[static_cast<std::size_t>(fit_.lane_dim)];
        const Range interior = interior_of(kernel_, fit_.reduction.conditions, fit_.lane_dim);
        // Packed operands can have an overlapping tail only at their end.
        const bool packs = std::ranges::any_of(fit_.loads, [&](ExprId load) { return fit_.needs_packing(load); });
        const bool may_run_again = fit_.may_run_again && (!packs || interior.end == points);
        const Rest rest = interior.size() == points && fit_.may_idle() ? Rest::Idle
                          : may_run_again                              ? Rest::Again
                                                                       : Rest::Narrower;
        return lane_segments(points, interior, fit_.widest, rest, [&](std::int64_t columns, std::int64_t lanes) {
            if (size) return *size;
            if (words_.terms > 1 && lanes == 1) return size_in_words(columns);
            return best_tile(fit_.target, fit_.count_loads(), fit_.rows(), columns, depth_of_loops(), lanes == 1,
                             lanes == 1 ? Chains{1} : chains_of_points());
        });
    }

    // Pairs of s16 fill vectors of 16 bytes and more.
    static bool has_pairs(const Piece& piece) { return piece.tile.lanes >= 4; }

    std::int64_t line() const { return copy_ ? copy_->depth : size_of_dim(kernel_, kernel_.space.dimensions() - 1); }
    bool ends_with_fewer_terms() const { return line() % words_.size != 0; }

    // Segments of at most `most` rows; a border is a segment in which some condition on the row does not always hold.
    std::vector<RowSegment> segments_of_rows(std::int64_t most, const std::vector<Range>& box) const {
        return row_segments(fit_.rows(), most, [&](const Range& rows) {
            return !copy_ && fit_.row_dim >= 0 && !row_conditions_hold(kernel_, fit_.row_dim, rows, box);
        });
    }

    std::vector<Loop> loops_of(const RegisterTile& tile) const {
        std::vector<Loop> loops;
        for (std::int64_t d = 0; d < fit_.parallel; ++d)
            if (d != fit_.lane_dim) loops.push_back({.dim = d, .step = d == fit_.row_dim ? tile.rows : 1});
        const bool lanes_in_loops = fit_.lane_dim < fit_.parallel; // around the others, or inside those of copied rows
        if (lanes_in_loops)
            loops.insert(copy_ ? loops.end() : loops.begin(), {.dim = fit_.lane_dim, .step = tile.step()});
        return loops;
    }

    std::vector<ReductionLoop> reduction_loops(const std::vector<Range>& box, bool border,
                                               std::int64_t chains = 1) const {
        std::vector<ReductionLoop> loops;
        if (copy_) return {loop_of_copied_rows(*copy_, words_)};
        const auto blocks = sum_blocks(kernel_, chains);
        for (std::int64_t r = fit_.parallel; r < kernel_.space.dimensions(); ++r) {
            ReductionLoop loop = loop_over(r, blocks);
            loop.taps = border && is_border_tap(kernel_, fit_.row_dim, r);
            const bool begins = loops.empty() || loops.back().taps || loop.taps || loop.block > 0;
            if (!begins && !ends_with_fewer_terms() && fit_.walks_on(loops.back().dims.back(), r, box))
                join(loops.back(), r);
            else
                loops.push_back(std::move(loop));
        }
        loops.back().words = words_;
        return loops;
    }

    ReductionLoop loop_over(std::int64_t r, const std::optional<SumBlocks>& blocks) const {
        return {.dims = {r},
                .range = {0, size_of_dim(kernel_, r)},
                .block = blocks && blocks->dim == r ? blocks->steps : 0};
    }

    void join(ReductionLoop& loop, std::int64_t r) const {
        loop.dims.push_back(r);
        loop.range.end *= size_of_dim(kernel_, r);
        loop.block *= size_of_dim(kernel_, r);
    }

    Depth depth_of_loops() const {
        const std::vector<ReductionLoop> loops = reduction_loops(whole_box(kernel_), false);
        Depth depth;
        for (const ReductionLoop& loop : loops)
            (&loop == &loops.back() ? depth.steps : depth.entries) *= loop.range.size();
        return depth;
    }

    // Behind copied rows, whose type it has: pairs of bytes become pairs of s16 in the copy.
    void add_packing(Tiling& nest, Packing packing) const {
        const bool pairs = copy_ && copy_->has_pairs(), ends = ends_with_fewer_terms();
        packing.together = words_.terms;
        packing.line = ends ? line() : 0;
        packing.padding = ends && (copy_ || fit_.widest > 1) ? words_.size - line() % words_.size : 0;
        if (words_.split && (packing.constant || !pairs)) packing.split = pairs ? copy_->word : fit_.widest;
        packing.crossed = copy_ && copy_->crossed;
        if (!packing.constant) {
            const bool in_words = packing.together > 1;
            nest.scratch_type = copy_ ? copy_->type : in_words ? kernel_.exprs[packing.load].type : fit_.type;
            const std::int64_t size = byte_size(nest.scratch_type);
            packing.scratch_offset = nest.scratch_bytes / size;
            nest.scratch_bytes += packing.elements(kernel_) * size;
            for (LaneBlocks& blocks : packing.blocks)
                if (!in_words) blocks.square = square_of_packing(kernel_, fit_.target, packing, blocks);
        }
        nest.packings.push_back(std::move(packing));
    }

    // Completes the nest from its tiles. Each piece with a tile is a function of its own, so that it has all registers.
    std::optional<Tiling> complete(Tiling nest) const {
        const bool tiled = std::ranges::any_of(nest.pieces, [](const Piece& piece) { return piece.tile.tiled(); });
        const bool from_bias =
            fit_.target.sums_start_at_bias && !fit_.options.goal.in_order && kernel_.conditions.empty();
        const std::optional<BiasAddition> bias = from_bias ? addition_of_bias(kernel_) : std::nullopt;
        for (Piece& piece : nest.pieces) {
            if (takes_shorts(piece)) {
                const std::int64_t terms = fit_.short_terms;
                piece.reduction.back().words = {.terms = terms, .size = terms, .shorts = true};
            }
            if (!plan_reduction(kernel_, fit_.target, nest, piece)) return std::nullopt;
            const bool floats = is_float(fit_.type) && !fit_.options.small;
            if (floats && takes_several_steps(piece, fit_.target))
                piece.reduction.back().round = fit_.target.unrolled_steps;
            piece.epilogue = epilogue_of(kernel_, fit_.target, piece, fit_.options);
            if (bias && is_load(bias->bias) && sums_may_start_at_bias(piece)) piece.from_bias = bias->result;
        }
        const auto pieces = static_cast<std::int64_t>(nest.pieces.size());
        if (!tiled) nest.functions = {{0, pieces}};
        for (std::int64_t i = 0; tiled && i < pieces; ++i) nest.functions.push_back({i, i + 1});
        nest.rolled = !tiled && fit_.target.vector_bytes == 0;
        return std::optional(std::move(nest));
    }

    bool takes_shorts(const Piece& piece) const {
        const RegisterTile& tile = piece.tile;
        const bool pairs = tile.lanes == fit_.widest && tile.vectors % 2 == 0 && tile.idle == 0 && tile.chains == 1;
        return adds_shorts(fit_) && pairs && !copy_ && piece.reduction.back().dims.size() == 1;
    }

    bool is_load(ExprId expr) const { return kernel_.exprs[expr].kind == ExprKind::Load; }
    // True if each point has one sum, which is finished in its vector.
    static bool sums_may_start_at_bias(const Piece& piece) {
        const RegisterTile& tile = piece.tile;
        return tile.lanes > 1 && !tile.lane_reduces && tile.chains == 1 && tile.idle == 0 &&
               piece.epilogue == Epilogue::Vectors;
    }

    const ContractionFit& fit_;
    const Kernel& kernel_;
    const nest::Words words_;
    const std::optional<RowCopy> copy_;
};

} // namespace

Tiling plain_reduction(const ContractionFit& fit) {
    return NestBuilder(fit).plain();
}

Tiling nest_of_points(const ContractionFit& fit, const std::optional<TileSize>& size) {
    const NestBuilder builder(fit);
    auto nest = fit.options.joined_borders ? builder.of_points(size, true) : std::nullopt;
    return nest ? std::move(*nest) : *builder.of_points(size, false);
}

std::optional<Tiling> nest_of_copied_rows(const ContractionFit& fit) {
    const std::optional<CopiedRows> rows = copied_rows(fit);
    return rows ? NestBuilder(fit, rows->words, rows->copy).of_points({}, false) : std::nullopt;
}

std::vector<TileSize> sizes_of_points(const ContractionFit& fit) {
    const std::int64_t columns = fit.kernel.dims[static_cast<std::size_t>(fit.lane_dim)] / fit.widest;
    const NestBuilder builder(fit);
    if (builder.has_scalar_words()) return {builder.size_in_words(columns)};
    return feasible_tiles(fit.target, fit.count_loads(), fit.rows(), columns, fit.widest == 1,
                          builder.chains_of_points());
}

Tiling nest_along_sum(const ContractionFit& fit) {
    const NestBuilder builder(fit);
    const std::int64_t lanes = fit.reducing_width();
    const std::int64_t steps = size_of_dim(fit.kernel, fit.lane_dim) / lanes;
    return *builder.along_sum(lanes, builder.chains_along_sum(lanes, steps));
}

Tiling nest_of_fixed_lanes(const ContractionFit& fit, std::int64_t lanes) {
    return *NestBuilder(fit).along_sum(lanes, {kFixedLanes / lanes});
}

} // namespace hlo2cpp
