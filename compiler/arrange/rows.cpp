#include "arrange/rows.h"

#include <algorithm>

#include "kernel/bounds.h"
#include "kernel/loads.h"
#include "kernel/rebuild.h"
#include "support/floor_divide.h"

namespace hlo2cpp {
namespace {

class WindowFinder {
public:
    WindowFinder(const RowKernel& rows, const Rows& of)
        : space_(rows.kernel.space), dim_(static_cast<std::int64_t>(rows.dim)), of_(of), bounds_(space_) {}

    // The rows of one load at `index`, where the conditions hold.
    std::optional<RowWindow> window(const Index& index, const std::vector<Condition>& conditions) const {
        const std::int64_t step = space_.coefficient(index, dim_);
        if (step <= 0 || step % of_.size != 0) return std::nullopt;
        Index row, rest;
        for (const Index::Product& product : index.products) {
            if (space_[product.term].kind != TermKind::Dimension) return std::nullopt;
            const bool whole_rows = product.coefficient % of_.size == 0;
            const std::int64_t coefficient = whole_rows ? product.coefficient / of_.size : product.coefficient;
            (whole_rows ? row : rest).products.push_back({product.term, coefficient});
        }
        row = row - space_.dimension(dim_) * (step / of_.size);
        if (space_.depends_on(row, dim_) || space_.depends_on(rest, dim_)) return std::nullopt;
        for (const std::int64_t more : {0, 1}) {
            row.constant = floor_divide(index.constant, of_.size) + more;
            rest.constant = index.constant - row.constant * of_.size;
            if (!inside_a_row(rest, conditions)) continue;
            const Range range = bounds_.range(row);
            const std::int64_t scale = step / of_.size;
            return RowWindow{.scale = scale,
                             .low = range.begin,
                             .high = range.last(),
                             .rows = {row + space_.dimension(dim_) * scale}};
        }
        return std::nullopt;
    }

private:
    bool fits(const Range& range) const { return range.begin >= 0 && range.end <= of_.size; }

    // True if the place in a row stays inside of it, by its terms' ranges or by a condition: padding lies outside.
    bool inside_a_row(const Index& rest, const std::vector<Condition>& conditions) const {
        return fits(bounds_.range(rest)) || std::ranges::any_of(conditions, [&](const Condition& condition) {
                   if (condition.index.products.empty()) return false;
                   const Index::Product& first = condition.index.products[0];
                   const auto same = std::ranges::find(rest.products, first.term, &Index::Product::term);
                   if (same == rest.products.end() || same->coefficient % first.coefficient != 0) return false;
                   const std::int64_t factor = same->coefficient / first.coefficient;
                   const Range inner = scaled({condition.low, condition.high}, factor);
                   return fits(sum(inner, bounds_.range(rest - condition.index * factor)));
               });
    }

    const IndexSpace& space_;
    std::int64_t dim_;
    const Rows& of_;
    Bounds bounds_;
};

bool is_simple(const Kernel& kernel) {
    const auto simple = [](const Term& term) {
        return term.kind != TermKind::Dynamic && term.kind != TermKind::Variable;
    };
    return !kernel.sort && !kernel.in_order && kernel.conditions.empty() && kernel.outputs.size() == 1 &&
           !kernel.outputs[0].updates.valid() && std::ranges::all_of(kernel.space.terms(), simple);
}

// A quotient of the row would be one of the round and of the row in it, which nothing is known of.
bool divides_rows(const RowKernel& rows) {
    const IndexSpace& space = rows.kernel.space;
    return std::ranges::any_of(used_loads(rows.kernel), [&](const UsedLoad& load) {
        return std::ranges::any_of(rows.kernel.exprs[load.expr].index.address().products,
                                   [&](const Index::Product& product) {
                                       Index alone;
                                       alone.products = {product};
                                       return space[product.term].kind != TermKind::Dimension &&
                                              space.depends_on(alone, static_cast<std::int64_t>(rows.dim));
                                   });
    });
}

} // namespace

std::optional<Rows> rows_of(const Value& value) {
    std::int64_t size = value.elements();
    for (const std::int64_t count : value.dims) {
        if (count < 1) return std::nullopt;
        size /= count;
        if (count > 1) return Rows{.count = count, .size = size};
    }
    return std::nullopt;
}

std::optional<RowKernel> with_rows(const Kernel& kernel, const Rows& output) {
    if (!is_simple(kernel)) return std::nullopt;
    const Index& index = kernel.outputs[0].index;
    for (std::size_t d = 0; d < kernel.dims.size(); ++d) {
        const std::int64_t step = kernel.space.coefficient(index, static_cast<std::int64_t>(d));
        if (step < 1 || output.size % step != 0 || kernel.dims[d] * step != output.count * output.size) continue;
        RowKernel rows{.kernel = step == output.size ? kernel : split_dimension(kernel, d, output.size / step),
                       .dim = d};
        const Index& element = rows.kernel.outputs[0].index;
        const Index rest = element - rows.kernel.space.dimension(static_cast<std::int64_t>(d)) * output.size;
        const Range range = Bounds(rows.kernel.space).range(rest);
        const bool inside = range.begin >= 0 && range.end <= output.size;
        if (inside && !rows.kernel.space.depends_on(rest, static_cast<std::int64_t>(d)) && !divides_rows(rows))
            return rows;
    }
    return std::nullopt;
}

std::optional<RowWindow> window_of(const RowKernel& rows, ArgumentId argument, const Rows& of) {
    const WindowFinder finder(rows, of);
    const std::vector<std::vector<Condition>> conditions = conditions_of_expressions(rows.kernel);
    std::optional<RowWindow> all;
    for (const UsedLoad& load : used_loads(rows.kernel)) {
        const Expr& expr = rows.kernel.exprs[load.expr];
        if (expr.argument != argument) continue;
        const std::optional<RowWindow> one = finder.window(expr.index, conditions[load.expr.index()]);
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

const RowKernel* RowAnalysis::rows(std::size_t c) {
    Known& known = known_[c];
    if (!known.looked_at) {
        known.looked_at = true;
        const std::optional<Rows> rows = rows_of(kernels_[output(c)]);
        if (rows) known.rows = with_rows(kernel(c), *rows);
    }
    return known.rows ? &*known.rows : nullptr;
}

const std::optional<RowWindow>& RowAnalysis::window(std::size_t c, ArgumentId argument) {
    const auto [known, fresh] = known_[c].windows.try_emplace(argument);
    if (!fresh) return known->second;
    const RowKernel* const reader = rows(c);
    const std::optional<Rows> of = rows_of(kernels_[call(c)[argument]]);
    if (reader != nullptr && of) known->second = window_of(*reader, argument, *of);
    return known->second;
}

} // namespace hlo2cpp
