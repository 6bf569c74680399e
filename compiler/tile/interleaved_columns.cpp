#include "tile/interleaved_columns.h"

#include "kernel/analysis.h"
#include "tile/pack.h"

namespace hlo2cpp {
namespace {

// The outermost parallel dimension on which the constant depends; -1 if there is none.
std::int64_t dimension_of_rows(const Kernel& kernel, ExprId row) {
    const auto dims = static_cast<std::int64_t>(kernel.dims.size());
    for (std::int64_t d = 0; d < dims; ++d)
        if (kernel.space.coefficient(kernel.exprs[row].index, d) != 0) return d;
    return -1;
}

} // namespace

std::optional<InterleavedColumns> columns_to_interleave(const ContractionFit& fit) {
    if (!fit.target.interleaves || !fit.word_factors || fit.widest == 1 || fit.lane_dim >= fit.parallel || fit.fills)
        return std::nullopt;
    const auto [a, b] = *fit.word_factors;
    const bool first = fit.coefficient(a, fit.lane_dim) != 0; // has the columns
    const InterleavedColumns operands{.column = first ? a : b, .row = first ? b : a};
    const auto is_constant = [&](ExprId load) { return fit.kernel[fit.kernel.exprs[load].argument].constant; };
    const std::int64_t d = fit.kernel.space.dimensions() - 1;
    const bool columns = !is_constant(operands.column) && fit.coefficient(operands.column, fit.lane_dim) == 1 &&
                         fit.coefficient(operands.column, d) != 0 &&
                         affine_in(fit.kernel, fit.kernel.exprs[operands.column].index, d);
    const nest::Words words = fit.words_of(operands.row);
    const std::int64_t steps = size_of_dim(fit.kernel, d);
    const bool alone = dimension_of_rows(fit.kernel, operands.row) < 0;
    const bool has_words = fit.coefficient(operands.row, d) == 1 && (words.bytes || steps % words.size == 0);
    const bool rows = is_constant(operands.row) && fit.coefficient(operands.row, fit.lane_dim) == 0 &&
                      fit.coefficient(operands.row, d) != 0 && fit.may_be_packed(operands.row) && (!alone || has_words);
    const bool enough = words.size > 1 && steps > words.size / 2;
    return columns && rows && enough ? std::optional(operands) : std::nullopt;
}

std::optional<Packing> pack_rows(const Kernel& kernel, ExprId row) {
    const std::int64_t d = dimension_of_rows(kernel, row);
    if (d < 0) return std::nullopt;
    return pack(kernel, row, d, {{.range = {0, size_of_dim(kernel, d)}, .width = 1}});
}

} // namespace hlo2cpp
