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

// The rows of one load.
std::optional<RowWindow> window_of_load(const IndexSpace& space, const Subscripts& index, std::int64_t row_dim,
                                        const Rows& of) {
    const Index& row = index[of.dim];
    const std::int64_t scale = space.coefficient(row, row_dim);
    const bool plain = std::ranges::all_of(
        row.products, [&](const Index::Product& product) { return space[product.term].kind == TermKind::Dimension; });
    if (scale <= 0 || !plain) return std::nullopt;
    for (std::size_t d = 0; d < index.size(); ++d)
        if (d != of.dim && space.depends_on(index[d], row_dim)) return std::nullopt;
    const Range range = Bounds(space).range(row - space.dimension(row_dim) * scale);
    return RowWindow{.scale = scale, .low = range.begin, .high = range.last(), .rows = {row}};
}

} // namespace

std::optional<Rows> rows_of(const Value& value) {
    std::int64_t size = value.elements();
    for (std::size_t d = 0; d < value.dims.size(); ++d) {
        const std::int64_t count = value.dims[d];
        if (count < 1) return std::nullopt;
        size /= count;
        if (count > 1) return Rows{.dim = d, .count = count, .size = size};
    }
    return std::nullopt;
}

std::optional<std::size_t> row_dim_of(const Kernel& kernel, const Rows& output) {
    if (!is_simple(kernel)) return std::nullopt;
    const Subscripts& index = kernel.outputs[0].index;
    for (std::size_t d = 0; d < kernel.dims.size(); ++d) {
        const auto dim = static_cast<std::int64_t>(d);
        const bool scanned = kernel.scan && kernel.scan->dim == dim; // its rows go on with the state of others
        if (!scanned && kernel.dims[d] == output.count && index[output.dim] == kernel.space.dimension(dim) &&
            !divides_rows(kernel, dim))
            return d;
    }
    return std::nullopt;
}

std::optional<RowWindow> window_of(const Kernel& kernel, std::size_t row_dim, ArgumentId argument, const Rows& of) {
    std::optional<RowWindow> all;
    for (const UsedLoad& load : used_loads(kernel)) {
        const Expr& expr = kernel.exprs[load.expr];
        if (expr.argument != argument) continue;
        const std::optional<RowWindow> one =
            window_of_load(kernel.space, expr.index, static_cast<std::int64_t>(row_dim), of);
        if (!one || (all && one->scale != all->scale)) return std::nullopt;
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

std::optional<std::size_t> RowAnalysis::row_dim(std::size_t c) {
    Known& known = known_[c];
    if (!known.looked_at) {
        known.looked_at = true;
        const std::optional<Rows> rows = rows_of(kernels_[output(c)]);
        if (rows) known.row_dim = row_dim_of(kernel(c), *rows);
    }
    return known.row_dim;
}

const std::optional<RowWindow>& RowAnalysis::window(std::size_t c, ArgumentId argument) {
    const auto [known, fresh] = known_[c].windows.try_emplace(argument);
    if (!fresh) return known->second;
    const std::optional<std::size_t> row = row_dim(c);
    const std::optional<Rows> of = rows_of(kernels_[call(c)[argument]]);
    if (row && of) known->second = window_of(kernel(c), *row, argument, *of);
    return known->second;
}

} // namespace hlo2cpp
