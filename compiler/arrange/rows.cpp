#include "arrange/rows.h"

#include <algorithm>

#include "kernel/bounds.h"
#include "kernel/loads.h"

namespace hlo2cpp {
namespace {

bool is_simple(const Kernel& kernel) {
    const auto simple = [](const Term& term) {
        return term.kind != TermKind::Dynamic && term.kind != TermKind::Variable;
    };
    return !kernel.sort && !kernel.in_order && kernel.conditions.empty() && kernel.outputs.size() == 1 &&
           !kernel.outputs[0].updates.valid() && std::ranges::all_of(kernel.space.terms(), simple);
}

// True if the index holds the dimension at most as a multiple.
bool is_multiple(const IndexSpace& space, const Index& index, std::int64_t dim) {
    return std::ranges::all_of(index.products, [&](const Index::Product& product) {
        Index alone;
        alone.products = {product};
        return space[product.term].kind == TermKind::Dimension || !space.depends_on(alone, dim);
    });
}

// A quotient of the row in an address would be one of the round and of the row in it, which nothing is known of.
bool divides_rows(const Kernel& kernel, std::int64_t row_dim) {
    IndexSpace space = kernel.space;
    return std::ranges::any_of(used_loads(kernel), [&](const UsedLoad& load) {
        const Expr& expr = kernel.exprs[load.expr];
        return !is_multiple(space, linearize(space, expr.index, kernel[expr.argument].dims), row_dim);
    });
}

// The rows of one load: along the only dimension of the array that moves with the row.
std::optional<RowWindow> window_of_load(const IndexSpace& space, const Subscripts& index, std::int64_t row_dim) {
    std::optional<std::size_t> dim;
    for (std::size_t d = 0; d < index.size(); ++d) {
        if (!space.depends_on(index[d], row_dim)) continue;
        if (dim) return std::nullopt;
        dim = d;
    }
    if (!dim) return std::nullopt;
    const Index& row = index[*dim];
    const std::int64_t scale = space.coefficient(row, row_dim);
    const bool plain = std::ranges::all_of(
        row.products, [&](const Index::Product& product) { return space[product.term].kind == TermKind::Dimension; });
    if (scale <= 0 || !plain) return std::nullopt;
    const Range range = Bounds(space).range(row - space.dimension(row_dim) * scale);
    return RowWindow{.dim = *dim, .scale = scale, .low = range.begin, .high = range.last(), .rows = {row}};
}

} // namespace

std::optional<std::size_t> first_row_dim(const Value& value) {
    const auto longer = std::ranges::find_if(value.dims, [](std::int64_t count) { return count != 1; });
    if (longer == value.dims.end() || *longer == 0) return std::nullopt;
    return static_cast<std::size_t>(longer - value.dims.begin());
}

std::optional<std::size_t> row_dim_of(const Kernel& kernel, std::size_t output_dim) {
    if (!is_simple(kernel)) return std::nullopt;
    const Output& output = kernel.outputs[0];
    const std::int64_t rows = kernel[output.argument].dims[output_dim];
    if (rows < 2) return std::nullopt;
    for (std::size_t d = 0; d < kernel.dims.size(); ++d) {
        const auto dim = static_cast<std::int64_t>(d);
        const bool scanned = kernel.scan && kernel.scan->dim == dim; // its rows go on with the state of others
        if (!scanned && kernel.dims[d] == rows && output.index[output_dim] == kernel.space.dimension(dim) &&
            !divides_rows(kernel, dim))
            return d;
    }
    return std::nullopt;
}

std::optional<RowWindow> window_of(const Kernel& kernel, std::size_t row_dim, ArgumentId argument) {
    std::optional<RowWindow> all;
    for (const UsedLoad& load : used_loads(kernel)) {
        const Expr& expr = kernel.exprs[load.expr];
        if (expr.argument != argument) continue;
        const std::optional<RowWindow> one =
            window_of_load(kernel.space, expr.index, static_cast<std::int64_t>(row_dim));
        if (!one || (all && (one->scale != all->scale || one->dim != all->dim))) return std::nullopt;
        if (!all) {
            all = one;
            continue;
        }
        all->low = std::min(all->low, one->low);
        all->high = std::max(all->high, one->high);
        all->rows.push_back(one->rows[0]);
    }
    return all;
}

std::optional<std::size_t> RowAnalysis::row_dim(std::size_t c, std::size_t output_dim) {
    const auto [known, fresh] = row_dims_[c].try_emplace(output_dim);
    if (fresh) known->second = row_dim_of(kernel(c), output_dim);
    return known->second;
}

const std::optional<RowWindow>& RowAnalysis::window(std::size_t c, std::size_t row_dim, ArgumentId argument) {
    const auto [known, fresh] = windows_[c].try_emplace({row_dim, argument});
    if (fresh) known->second = window_of(kernel(c), row_dim, argument);
    return known->second;
}

} // namespace hlo2cpp
