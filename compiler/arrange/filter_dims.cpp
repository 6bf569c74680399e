#include "arrange/filter_dims.h"

#include <algorithm>

#include "kernel/analysis.h"

namespace hlo2cpp {
namespace {

constexpr std::int64_t kTaps = 3;

std::int64_t coefficient(const Kernel& kernel, ExprId load, std::int64_t d) {
    return kernel.space.coefficient(kernel.exprs[load].index, d);
}

bool is_load(const Kernel& kernel, ExprId id) {
    const Expr& expr = kernel.exprs[id];
    return expr.kind == ExprKind::Load && expr.type == ElementType::F32 &&
           std::ranges::all_of(expr.index.address().products, [&](const Index::Product& product) {
               return kernel.space[product.term].kind == TermKind::Dimension;
           });
}

// True if a load reads its array at all points, also where a condition excludes them.
bool is_inside(const Kernel& kernel, ExprId load) {
    const Expr& expr = kernel.exprs[load];
    return contains({0, kernel[expr.argument].elements()}, kernel.space.range(expr.index));
}

// Finds the loads of a sum of products; the constant is the second one.
bool find_loads(const Kernel& kernel, FilterDims& dims) {
    if (!kernel.reduction || !kernel.reduction->term || kernel.reduction->combiner != Opcode::Add) return false;
    const Expr& term = kernel.exprs[*kernel.reduction->term];
    if (term.kind != ExprKind::Apply || term.opcode != Opcode::Multiply) return false;
    dims.input = term.operands[0], dims.weights = term.operands[1];
    if (!is_load(kernel, dims.input) || !is_load(kernel, dims.weights)) return false;
    const auto constant = [&](ExprId load) { return kernel[kernel.exprs[load].argument].constant; };
    if (constant(dims.input)) std::swap(dims.input, dims.weights);
    return !constant(dims.input) && constant(dims.weights) && is_inside(kernel, dims.weights);
}

bool find_taps(const Kernel& kernel, FilterDims& dims) {
    const auto parallel = static_cast<std::int64_t>(kernel.dims.size());
    std::vector<std::int64_t> spatial; // dimensions of the input alone
    for (std::int64_t d = 0; d < parallel; ++d) {
        const bool of_input = coefficient(kernel, dims.input, d) != 0;
        if (coefficient(kernel, dims.weights, d) == 0) {
            spatial.push_back(d);
        } else {
            if (of_input || dims.features >= 0) return false;
            dims.features = d;
        }
    }
    for (std::int64_t d = parallel; d < kernel.space.dimensions(); ++d) {
        const std::int64_t step = coefficient(kernel, dims.input, d);
        if (step == 0 || coefficient(kernel, dims.weights, d) == 0) return false;
        const std::int64_t size = size_of_dim(kernel, d);
        const auto along = [&](std::int64_t channels) { // the dimension whose taps are that many points apart
            return std::ranges::find_if(
                spatial, [&](std::int64_t p) { return coefficient(kernel, dims.input, p) == step * channels; });
        };
        const bool tap = size == kTaps && along(1) != spatial.end();
        const bool joined = !tap && size % kTaps == 0 && along(size / kTaps) != spatial.end();
        if (!tap) {
            if (dims.channels >= 0) return false;
            dims.channels = d;
            dims.channel_count = joined ? size / kTaps : size;
        }
        if (!tap && !joined) continue;
        if (dims.tap_columns >= 0 || (joined && dims.tap_rows < 0)) return false;
        (dims.tap_rows < 0 ? dims.tap_rows : dims.tap_columns) = d;
        const auto point = along(joined ? dims.channel_count : 1);
        (dims.rows < 0 ? dims.rows : dims.columns) = *point;
        spatial.erase(point);
    }
    dims.batches = spatial;
    return dims.channels >= 0 && dims.columns >= 0 && dims.features >= 0;
}

// Finds the range that the conditions allow for the sum of a dimension and its tap. False if they depend on anything
// else.
bool find_inside(const Kernel& kernel, FilterDims& dims) {
    const auto all = [&](std::int64_t d) { return Range{0, size_of_dim(kernel, d) + kTaps - 1}; };
    dims.row_inside = all(dims.rows), dims.column_inside = all(dims.columns);
    const IndexSpace& space = kernel.space;
    const Index row = space.dimension(dims.rows) + space.dimension(dims.tap_rows),
                column = space.dimension(dims.columns) + space.dimension(dims.tap_columns);
    const auto constant_of = [](const Index& rest, bool fits) {
        return fits && rest.is_constant() ? std::optional(rest.constant) : std::nullopt;
    };
    for (const Condition& condition : kernel.reduction->conditions) {
        const std::optional<std::int64_t> of_rows = constant_of(condition.index - row, true),
                                          of_columns = constant_of(condition.index - column, !dims.joined());
        if (!of_rows && !of_columns) return false;
        const std::int64_t constant = of_rows ? *of_rows : *of_columns;
        Range& inside = of_rows ? dims.row_inside : dims.column_inside;
        inside = {std::max(inside.begin, condition.low - constant), std::min(inside.end, condition.high - constant)};
    }
    return dims.row_inside.size() > 0 && dims.column_inside.size() > 0;
}

} // namespace

std::optional<FilterDims> filter_dims(const Kernel& kernel) {
    if (!points_are_apart(kernel) || std::ranges::find(kernel.dims, 0) != kernel.dims.end()) return std::nullopt;
    FilterDims dims;
    if (!find_loads(kernel, dims) || !find_taps(kernel, dims) || !find_inside(kernel, dims)) return std::nullopt;
    return dims;
}

} // namespace hlo2cpp
