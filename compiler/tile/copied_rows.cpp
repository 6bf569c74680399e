#include "tile/copied_rows.h"

#include <algorithm>

#include "kernel/analysis.h"
#include "support/diagnostics.h"
#include "tile/epilogue.h"
#include "tile/pack.h"
#include "tile/reduction_plan.h"
#include "tile/row_conditions.h"

namespace hlo2cpp {
namespace {

constexpr std::int64_t kPair = 2;
constexpr std::int64_t kRows = 4;          // of a tile of two columns: eight sums
constexpr std::int64_t kColumnsOfARow = 8; // of a tile of one row

// Words whose code is written out: enough for the loop to cost little, and a divisor of all words if there is one.
std::int64_t words_of_round(std::int64_t words) {
    for (const std::int64_t count : {6, 8, 7, 5, 4})
        if (words % count == 0) return count;
    return std::min<std::int64_t>(words, 6);
}

class CopiedRows {
public:
    explicit CopiedRows(const ContractionFit& fit)
        : fit_(fit), kernel_(fit.kernel), space_(fit.kernel.space), reduced_(reduction_dims()) {}

    std::optional<Tiling> nest() {
        if (!finds_operands() || !conditions_fit() || !row_fits()) return std::nullopt;
        Tiling nest{};
        nest.row_copy = copy();
        nest.scratch_type = nest.row_copy->type;
        nest.scratch_bytes = nest.row_copy->elements() * byte_size(nest.scratch_type);
        if (nest.scratch_bytes > fit_.target.scratch_bytes) return std::nullopt;
        add_packing(nest);
        for (const LaneBlocks& lanes : nest.packings[0].blocks) {
            std::int64_t first = 0;
            for (const Blocks& rows : even_blocks(fit_.rows(), kRows)) {
                add_piece(nest, lanes, rows.size, {first, first + rows.size * rows.count});
                first += rows.size * rows.count;
            }
        }
        return nest;
    }

private:
    std::vector<std::int64_t> reduction_dims() const {
        std::vector<std::int64_t> dims;
        for (std::int64_t d = fit_.parallel; d < space_.dimensions(); ++d) dims.push_back(d);
        return dims;
    }
    std::int64_t coefficient(ExprId load, std::int64_t d) const {
        return space_.coefficient(kernel_.exprs[load].index, d);
    }

    // ---- what fits
    // The constant that has the columns, and the operand that has the rows.
    bool finds_operands() {
        const bool has_pairs = fit_.widest == 1 && fit_.target.word_terms == kPair;
        if (!has_pairs || !fit_.word_factors || fit_.lane_dim < 0 || fit_.lane_dim >= fit_.parallel) return false;
        const auto [a, b] = *fit_.word_factors;
        columns_ = fit_.needs_packing(a) ? a : b, row_ = fit_.needs_packing(a) ? b : a;
        const bool constant = kernel_[kernel_.exprs[columns_].argument].constant;
        return constant && fit_.needs_packing(columns_) && is_walk(kernel_.exprs[row_].index) &&
               (fit_.row_dim < 0 || coefficient(columns_, fit_.row_dim) == 0);
    }
    // True if the columns do not change the index, and it is affine in the rows and the steps.
    bool is_walk(const Index& index) const {
        return !space_.depends_on(index, fit_.lane_dim) &&
               (fit_.row_dim < 0 || affine_in(kernel_, index, fit_.row_dim)) &&
               std::ranges::all_of(reduced_, [&](std::int64_t d) { return affine_in(kernel_, index, d); });
    }
    bool conditions_fit() const {
        return std::ranges::all_of(fit_.reduction.conditions,
                                   [&](const Condition& condition) { return is_walk(condition.index); });
    }
    bool row_fits() const {
        const std::int64_t d = fit_.row_dim;
        if (d < 0) return true;
        if (d == fit_.lane_dim || fit_.rows() < 2 || coefficient(row_, d) == 0) return false;
        return std::ranges::all_of(kernel_.outputs,
                                   [&](const Output& output) { return affine_in(kernel_, output.index, d); });
    }

    // ---- the copy
    RowCopy copy() const {
        RowCopy copy{.load = row_, .row_dim = fit_.row_dim};
        std::int64_t line = 1;
        bool goes_on = true;
        for (auto d = reduced_.rbegin(); d != reduced_.rend(); ++d) {
            goes_on = goes_on && coefficient(row_, *d) == line && !is_in_conditions(kernel_, *d);
            std::vector<std::int64_t>& dims = goes_on ? copy.line_dims : copy.outer_dims;
            dims.insert(dims.begin(), *d);
            if (goes_on) line *= size_of_dim(kernel_, *d);
            copy.depth *= size_of_dim(kernel_, *d);
        }
        const std::int64_t rows = std::min(fit_.rows(), kRows);
        const bool pairs = rows > 1 && line % kPair == 0; // no pair belongs to two lines
        copy.width = pairs ? rows + rows % kPair : rows;
        copy.together = pairs ? kPair : copy.stored_depth();
        return copy;
    }

    // ---- the columns
    void add_packing(Tiling& nest) const {
        const std::int64_t points = kernel_.dims[static_cast<std::size_t>(fit_.lane_dim)];
        const std::int64_t most = fit_.rows() > 1 ? kPair : kColumnsOfARow, tiles = (points + most - 1) / most;
        const auto in_pairs = [](std::int64_t columns) { return columns + columns % kPair; };
        const std::int64_t width = in_pairs((points + tiles - 1) / tiles), whole = points / width * width;
        std::vector<LaneBlocks> blocks;
        if (whole > 0) blocks.push_back({{0, whole}, width});
        if (whole < points) blocks.push_back({{whole, points}, in_pairs(points - whole)});
        Packing packing = pack(kernel_, columns_, fit_.lane_dim, blocks);
        packing.together = packing.split = kPair;
        nest.packings.push_back(std::move(packing));
    }

    // ---- the tiles
    void add_piece(Tiling& nest, const LaneBlocks& lanes, std::int64_t rows, const Range& all_rows) const {
        Piece piece{.box = whole_box(kernel_)};
        piece.box[static_cast<std::size_t>(fit_.lane_dim)] = lanes.range;
        if (fit_.row_dim >= 0) piece.box[static_cast<std::size_t>(fit_.row_dim)] = all_rows;
        const std::int64_t columns = std::min(lanes.width, lanes.range.size());
        piece.tile = {.row_dim = fit_.row_dim, .rows = rows, .lane_dim = fit_.lane_dim, .vectors = columns};
        for (std::int64_t d = 0; d < fit_.parallel; ++d)
            if (d != fit_.lane_dim) piece.loops.push_back({.dim = d, .step = d == fit_.row_dim ? rows : 1});
        piece.loops.push_back({.dim = fit_.lane_dim, .step = columns});
        piece.reduction = {{.dims = reduced_,
                            .words = {.terms = kPair, .size = kPair, .split = true, .copied = true},
                            .round = words_of_round(nest.row_copy->depth / kPair)}};
        check_internal(plan_reduction(kernel_, fit_.target, nest, piece), "copied rows have no plan");
        piece.epilogue = epilogue_of(kernel_, piece, fit_.options.small);
        const auto number = static_cast<std::int64_t>(nest.pieces.size());
        nest.functions.push_back({number, number + 1});
        nest.pieces.push_back(std::move(piece));
    }

    const ContractionFit& fit_;
    const Kernel& kernel_;
    const IndexSpace& space_;
    const std::vector<std::int64_t> reduced_;
    ExprId columns_, row_;
};

} // namespace

std::optional<Tiling> nest_of_copied_rows(const ContractionFit& fit) {
    return CopiedRows(fit).nest();
}

} // namespace hlo2cpp
