#include "arrange/dimensions.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <functional>
#include <optional>

#include "arrange/single_point.h"
#include "kernel/loads.h"
#include "kernel/rebuild.h"

namespace hlo2cpp {
namespace {

Kernel without_unit_dimensions(const Kernel& kernel) {
    std::vector<std::int64_t> parallel, reduced;
    const std::vector<std::int64_t> dims = all_dims(kernel);
    for (std::size_t d = 0; d < dims.size(); ++d)
        if (dims[d] != 1) (d < kernel.dims.size() ? parallel : reduced).push_back(dims[d]);
    return rebuilt(kernel, {.dims = parallel, .reduction_dims = reduced, .replacement = [&](IndexSpace& space) {
                                std::vector<Index> replacement;
                                std::int64_t next = 0;
                                for (const std::int64_t size : dims)
                                    replacement.push_back(size == 1 ? Index(0) : space.dimension(next++));
                                return replacement;
                            }});
}

// Calls visit(index) for every index of the kernel, and for the arguments of all terms inside them.
template <typename Visit>
void for_each_index(const Kernel& kernel, Visit&& visit) {
    std::vector<bool> seen(kernel.space.term_count(), false);
    const auto visit_all = [&](const auto& self, const Index& index) -> void {
        visit(index);
        for (const Index::Product& product : index.products) {
            if (seen[product.term.index()]) continue;
            seen[product.term.index()] = true;
            self(self, kernel.space[product.term].argument);
        }
    };
    for (std::size_t i = 0; i < kernel.exprs.size(); ++i) {
        const Expr& expr = kernel.exprs[ExprId(i)];
        visit_all(visit_all, expr.index);
        for (const Condition& condition : expr.conditions) visit_all(visit_all, condition.index);
    }
    if (kernel.reduction)
        for (const Condition& condition : kernel.reduction->conditions) visit_all(visit_all, condition.index);
    for (const Condition& condition : kernel.conditions) visit_all(visit_all, condition.index);
    for (const Output& output : kernel.outputs) {
        visit_all(visit_all, output.index);
        for (const Condition& condition : output.conditions) visit_all(visit_all, condition.index);
    }
}

struct Split {
    std::size_t dim = 0;
    std::int64_t inner = 0;
};

// True if a condition leaves out some of the dimension; after a split, no part could tell where the condition ends.
bool is_cut(const Kernel& kernel, std::size_t dim) {
    const auto cuts = [&](const Condition& condition) {
        const std::int64_t factor = kernel.space.coefficient(condition.index, static_cast<std::int64_t>(dim));
        if (std::abs(factor) != 1 || condition.index.products.size() != 1) return false;
        const std::int64_t size = all_dims(kernel)[dim];
        return std::ranges::any_of(std::array{condition.low, condition.high}, [&](std::int64_t limit) {
            const std::int64_t at = (limit - condition.index.constant) * factor + (factor < 0 ? 1 : 0);
            return at > 0 && at < size;
        });
    };
    const auto any_cuts = [&](const std::vector<Condition>& list) { return std::ranges::any_of(list, cuts); };
    for (std::size_t i = 0; i < kernel.exprs.size(); ++i)
        if (any_cuts(kernel.exprs[ExprId(i)].conditions)) return true;
    const auto of_output = [&](const Output& output) { return any_cuts(output.conditions); };
    return any_cuts(kernel.conditions) || std::ranges::any_of(kernel.outputs, of_output) ||
           (kernel.reduction && any_cuts(kernel.reduction->conditions));
}

// True if a scan goes along the dimension, which stays one then.
bool is_scanned(const Kernel& kernel, std::size_t dim) {
    return kernel.scan && kernel.scan->dim == static_cast<std::int64_t>(dim);
}

// A dimension that some quotient or remainder takes apart evenly.
std::optional<Split> find_split(const Kernel& kernel) {
    const std::vector<std::int64_t> dims = all_dims(kernel);
    std::optional<Split> found;
    for_each_index(kernel, [&](const Index& index) {
        for (const Index::Product& product : index.products) {
            const Term& term = kernel.space[product.term];
            if (found || (term.kind != TermKind::FloorDivide && term.kind != TermKind::Modulo)) continue;
            const Index& of = term.argument;
            if (of.constant != 0 || of.products.size() != 1 || of.products[0].coefficient != 1) continue;
            const Term& argument = kernel.space[of.products[0].term];
            if (argument.kind != TermKind::Dimension) continue;
            const auto dim = static_cast<std::size_t>(argument.dimension);
            if (dims[dim] > term.divisor && dims[dim] % term.divisor == 0 && !is_cut(kernel, dim) &&
                !is_scanned(kernel, dim))
                found = Split{dim, term.divisor};
        }
    });
    return found;
}

// Dimension d is size(d) / inner times `inner`, which follows it. `inner` divides the size.
Kernel split_dimension(const Kernel& kernel, std::size_t d, std::int64_t inner) {
    std::vector<std::int64_t> parallel = kernel.dims, reduced = reduction_dims(kernel);
    const bool is_parallel = d < parallel.size();
    std::vector<std::int64_t>& list = is_parallel ? parallel : reduced;
    const auto position = static_cast<std::ptrdiff_t>(is_parallel ? d : d - parallel.size());
    list[static_cast<std::size_t>(position)] /= inner;
    list.insert(list.begin() + position + 1, inner);
    const auto replacement = [&](IndexSpace& space) {
        std::vector<Index> now;
        for (std::size_t old = 0; old < all_dims(kernel).size(); ++old) {
            const auto shifted = static_cast<std::int64_t>(old > d ? old + 1 : old);
            now.push_back(old == d ? space.dimension(shifted) * inner + space.dimension(shifted + 1)
                                   : space.dimension(shifted));
        }
        return now;
    };
    return rebuilt(kernel, {.dims = parallel, .reduction_dims = reduced, .replacement = replacement});
}

// True if an index sees dimensions d and d + 1 only as size(d + 1) * d + (d + 1).
bool walks_in_one_go(const Kernel& kernel, const Index& index, std::int64_t d, std::int64_t inner_size) {
    const IndexSpace& space = kernel.space;
    return space.coefficient(index, d) == inner_size * space.coefficient(index, d + 1);
}

bool mergeable(const Kernel& kernel, std::int64_t d, std::int64_t inner_size) {
    bool fits = true;
    for_each_index(kernel, [&](const Index& index) { fits = fits && walks_in_one_go(kernel, index, d, inner_size); });
    return fits;
}

// Needed points of dimension d, told by the place in both of them: inner * d + (d + 1).
std::vector<Condition> needed_in_one_go(const Kernel& kernel, std::size_t d, std::int64_t inner) {
    const auto dim = static_cast<std::int64_t>(d);
    std::vector<Condition> needed = kernel.needed;
    for (Condition& condition : needed)
        if (kernel.space.depends_on(condition.index, dim))
            condition = {.index = condition.index * inner + kernel.space.dimension(dim + 1),
                         .low = condition.low * inner,
                         .high = condition.high * inner};
    return needed;
}

Kernel merge(Kernel kernel, std::size_t d) {
    std::vector<std::int64_t> parallel = kernel.dims, reduced = reduction_dims(kernel);
    const bool is_parallel = d < parallel.size();
    std::vector<std::int64_t>& list = is_parallel ? parallel : reduced;
    const std::size_t position = is_parallel ? d : d - parallel.size();
    const std::int64_t inner = list[position + 1];
    kernel.needed = needed_in_one_go(kernel, d, inner);
    list[position] *= inner;
    list.erase(list.begin() + static_cast<std::ptrdiff_t>(position) + 1);
    const std::size_t count = all_dims(kernel).size();
    return rebuilt(kernel, {.dims = parallel, .reduction_dims = reduced, .replacement = [&](IndexSpace& space) {
                                std::vector<Index> replacement;
                                for (std::size_t old = 0; old < count; ++old) {
                                    const Index dimension =
                                        space.dimension(static_cast<std::int64_t>(old > d ? old - 1 : old));
                                    replacement.push_back(old == d       ? space.floor_divide(dimension, inner)
                                                          : old == d + 1 ? space.modulo(dimension, inner)
                                                                         : dimension);
                                }
                                return replacement;
                            }});
}

Kernel merge_all(Kernel kernel) {
    for (std::size_t d = 0; d + 1 < all_dims(kernel).size();) {
        const std::vector<std::int64_t> dims = all_dims(kernel);
        const bool neighbours = d + 1 != kernel.dims.size() && !is_scanned(kernel, d) && !is_scanned(kernel, d + 1);
        if (neighbours && dims[d] > 0 && dims[d + 1] > 0 &&
            mergeable(kernel, static_cast<std::int64_t>(d), dims[d + 1]))
            kernel = merge(kernel, d);
        else
            ++d;
    }
    return kernel;
}

} // namespace

Kernel with_simple_dimensions(Kernel kernel) {
    constexpr int kMaxSplits = 6;
    kernel = without_unit_dimensions(without_single_point(without_unit_dimensions(kernel)));
    for (int i = 0; i < kMaxSplits; ++i) {
        const std::optional<Split> at = find_split(kernel);
        if (!at) break;
        kernel = split_dimension(kernel, at->dim, at->inner);
    }
    return merge_all(std::move(kernel));
}

} // namespace hlo2cpp
