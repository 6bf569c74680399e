#include "tile/copied_columns.h"

namespace hlo2cpp {

ExprId column_to_copy(const ContractionFit& fit) {
    if (!fit.word_factors || fit.lane_dim >= fit.parallel || fit.reduction.dims.size() > 1) return {};
    const auto [a, b] = *fit.word_factors;
    const ExprId column = fit.coefficient(a, fit.lane_dim) != 0 ? a : b;
    const bool constant = fit.kernel[fit.kernel.exprs[column].argument].constant;
    const bool varies = fit.coefficient(column, fit.lane_dim) != 0;
    return !constant && varies && fit.may_be_packed(column) ? column : ExprId();
}

} // namespace hlo2cpp
