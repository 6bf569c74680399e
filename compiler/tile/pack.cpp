#include "tile/pack.h"

#include <algorithm>

#include "kernel/analysis.h"
#include "tile/vector_form.h"

namespace hlo2cpp {

bool packable(const Kernel& kernel, ExprId load) {
    const Expr& expr = kernel.exprs[load];
    const Range range = kernel.space.range(expr.index);
    if (!fills_lanes(expr.type, lane_type(kernel))) return false;
    return range.begin >= 0 && range.end <= kernel[expr.argument].elements() &&
           std::ranges::all_of(expr.index.address().products, [&](const Index::Product& product) {
               const TermKind kind = kernel.space[product.term].kind;
               return kind == TermKind::Dimension || (kind == TermKind::Variable && !kernel[expr.argument].constant);
           });
}

std::int64_t packed_bytes(const Kernel& kernel, ExprId load) {
    std::int64_t bytes = byte_size(lane_type(kernel));
    for (std::int64_t d = 0; d < kernel.space.dimensions(); ++d)
        if (kernel.space.coefficient(kernel.exprs[load].index, d) != 0) bytes *= size_of_dim(kernel, d);
    return bytes;
}

Packing pack(const Kernel& kernel, ExprId load, std::int64_t lane_dim, const std::vector<LaneBlocks>& blocks) {
    const Expr& expr = kernel.exprs[load];
    Packing packing{.load = load, .constant = kernel[expr.argument].constant, .lane_dim = lane_dim, .blocks = blocks};
    const auto parallel = static_cast<std::int64_t>(kernel.dims.size());
    for (std::int64_t d = 0; d < kernel.space.dimensions(); ++d) {
        if (d == lane_dim || kernel.space.coefficient(expr.index, d) == 0) continue;
        (d < parallel ? packing.batch_dims : packing.reduction_dims).push_back(d);
    }
    for (const std::int64_t d : packing.reduction_dims) packing.depth *= size_of_dim(kernel, d);
    return packing;
}

} // namespace hlo2cpp
