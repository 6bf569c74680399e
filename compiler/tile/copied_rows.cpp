#include "tile/copied_rows.h"

#include <algorithm>

#include "kernel/analysis.h"
#include "tile/row_conditions.h"

namespace hlo2cpp {
namespace {

class RowsToCopy {
public:
    explicit RowsToCopy(const ContractionFit& fit)
        : fit_(fit), kernel_(fit.kernel), space_(fit.kernel.space), reduced_(reduction_dims()) {}

    std::optional<CopiedRows> plan() {
        if (!finds_operands() || !conditions_fit() || !rows_fit()) return std::nullopt;
        nest::Words words = fit_.words_of(row_);
        if (words.size == 1) return std::nullopt;
        words.copied = true;
        const RowCopy rows = copy(words);
        const bool shares =
            rows.has_pairs() || rows.type == kernel_.exprs[columns_].type; // the scratch, whose type it is
        if (columns_ == fit_.copied_column && !shares) return std::nullopt;
        return CopiedRows{.copy = rows, .words = words};
    }

private:
    std::vector<std::int64_t> reduction_dims() const {
        std::vector<std::int64_t> dims;
        for (std::int64_t d = fit_.parallel; d < space_.dimensions(); ++d) dims.push_back(d);
        return dims;
    }

    // The packed operand that has the columns, and the operand that has the rows.
    bool finds_operands() {
        if (!fit_.word_factors || fit_.lane_dim < 0 || fit_.lane_dim >= fit_.parallel) return false;
        const auto [a, b] = *fit_.word_factors;
        columns_ = fit_.needs_packing(a) ? a : b, row_ = fit_.needs_packing(a) ? b : a;
        const bool constant = kernel_[kernel_.exprs[columns_].argument].constant;
        return (constant || columns_ == fit_.copied_column) && fit_.needs_packing(columns_) &&
               is_walk(kernel_.exprs[row_].index) &&
               (fit_.row_dim < 0 || fit_.coefficient(columns_, fit_.row_dim) == 0);
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
    bool rows_fit() const {
        const std::int64_t d = fit_.row_dim;
        if (d < 0) return true;
        return d != fit_.lane_dim && fit_.rows() > 1 && fit_.coefficient(row_, d) != 0 && fit_.outputs_affine_in(d);
    }

    RowCopy copy(const nest::Words& words) const {
        const bool pairs = fit_.widest == 1 && !words.bytes; // of s16; others are copied as they are
        RowCopy copy{.load = row_, .row_dim = fit_.row_dim, .word = words.size};
        copy.type = pairs ? ElementType::S16 : kernel_.exprs[row_].type;
        std::int64_t line = 1;
        bool goes_on = true;
        for (auto d = reduced_.rbegin(); d != reduced_.rend(); ++d) {
            goes_on = goes_on && fit_.coefficient(row_, *d) == line && !is_in_conditions(kernel_, *d);
            std::vector<std::int64_t>& dims = goes_on ? copy.line_dims : copy.outer_dims;
            dims.insert(dims.begin(), *d);
            if (goes_on) line *= size_of_dim(kernel_, *d);
            copy.depth *= size_of_dim(kernel_, *d);
        }
        constexpr std::int64_t kShort = 64; // line, which costs more to begin than to copy
        for (std::int64_t run = line; line < kShort && copy.joined < copy.outer_dims.size(); ++copy.joined) {
            const std::int64_t d = copy.outer_dims[copy.outer_dims.size() - 1 - copy.joined];
            if (fit_.coefficient(row_, d) != run) break;
            run *= size_of_dim(kernel_, d);
        }
        const bool whole = pairs && fit_.rows() > 1 && line % words.size == 0; // no pair belongs to two lines
        copy.together = whole ? words.size : copy.stored_depth();
        const ElementType type = kernel_.exprs[row_].type;
        copy.crossed = pairs && line % 4 == 0 && kernel_[kernel_.exprs[columns_].argument].constant &&
                       (type == ElementType::S8 || type == ElementType::U8);
        return copy;
    }

    const ContractionFit& fit_;
    const Kernel& kernel_;
    const IndexSpace& space_;
    const std::vector<std::int64_t> reduced_;
    ExprId columns_, row_;
};

// Pairs whose code is written out: enough for the loop to cost little, and a divisor of all if there is one.
std::int64_t words_of_round(std::int64_t words) {
    constexpr std::int64_t kLong = 10, kMany = 8 * kLong; // beside which the code of a longer round is short
    if (words % kLong == 0 && words >= kMany) return kLong;
    for (const std::int64_t count : {6, 8, 7, 5, 4})
        if (words % count == 0) return count;
    return std::min<std::int64_t>(words, 6);
}

} // namespace

ReductionLoop loop_of_copied_rows(const RowCopy& copy, const nest::Words& words) {
    ReductionLoop loop{.dims = copy.outer_dims, .range = {0, copy.depth}, .words = words};
    loop.dims.insert(loop.dims.end(), copy.line_dims.begin(), copy.line_dims.end());
    if (copy.has_pairs()) loop.round = words_of_round(copy.depth / copy.word);
    return loop;
}

bool give_scratch(Tiling& nest, const Target& target) {
    RowCopy& copy = *nest.row_copy;
    for (const Piece& piece : nest.pieces) copy.width = std::max(copy.width, piece.tile.rows);
    if (copy.pair() > 1) copy.width += copy.width % copy.word;
    nest.scratch_type = copy.type;
    nest.scratch_bytes = copy.elements() * byte_size(copy.type);
    return nest.scratch_bytes <= target.scratch_bytes;
}

std::optional<CopiedRows> copied_rows(const ContractionFit& fit) {
    return RowsToCopy(fit).plan();
}

} // namespace hlo2cpp
