#include "fuse/dimensions.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <functional>
#include <optional>

#include "fuse/single_point.h"
#include "kernel/loads.h"

namespace hlo2cpp {
namespace {

// Indices of the new dimensions, made in the new space, one an old dimension.
using Replace = std::function<std::vector<Index>(IndexSpace&)>;

class Rebuilder {
public:
    Rebuilder(const Kernel& old, std::vector<std::int64_t> dims, std::vector<std::int64_t> reduction_dims,
              const Replace& replace)
        : Rebuilder(old, std::move(dims), std::move(reduction_dims), replace, all_arguments(old)) {}

    // With the arguments `kept` alone, which are all that it uses.
    Rebuilder(const Kernel& old, std::vector<std::int64_t> dims, std::vector<std::int64_t> reduction_dims,
              const Replace& replace, const std::vector<ArgumentId>& kept)
        : old_(old), arguments_(old.arguments.size()) {
        for (const ArgumentId argument : kept) {
            arguments_[argument.index()] = ArgumentId(new_.arguments.size());
            new_.arguments.push_back(old[argument]);
        }
        new_.sort = old.sort;
        new_.in_order = old.in_order;
        for (const std::int64_t size : dims) new_.space.add_dimension(size);
        for (const std::int64_t size : reduction_dims) new_.space.add_dimension(size);
        replacement_ = replace(new_.space);
        new_.dims = std::move(dims);
        reduction_dims_ = std::move(reduction_dims);
    }

    Kernel run() {
        const std::vector<bool> needed = needed_expressions(old_);
        for (std::size_t i = 0; i < old_.exprs.size(); ++i)
            ids_.push_back(needed[i] ? rebuild(old_.exprs[ExprId(i)]) : ExprId());
        if (old_.reduction) {
            Reduction reduction = *old_.reduction;
            reduction.dims = reduction_dims_;
            for (Condition& condition : reduction.conditions) condition.index = rebuild(condition.index);
            for (ExprId& id : reduction.initial) id = ids_[id.index()];
            for (ExprId& id : reduction.combined) id = ids_[id.index()];
            if (reduction.term) reduction.term = ids_[reduction.term->index()];
            new_.reduction = std::move(reduction);
        }
        for (const Condition& condition : old_.conditions)
            new_.conditions.push_back(
                {.index = rebuild(condition.index), .low = condition.low, .high = condition.high});
        for (const Output& output : old_.outputs)
            new_.outputs.push_back(
                {rebuild(output.argument), rebuild(output.index), ids_[output.expr.index()], rebuild(output.updates)});
        if (new_.sort) new_.sort->before = ids_[new_.sort->before.index()];
        return std::move(new_);
    }

private:
    struct NewIds {
        const Rebuilder& rebuilder;
        ExprId operator()(ExprId id) const { return rebuilder.ids_[id.index()]; }
        ArgumentId operator()(ArgumentId id) const { return rebuilder.rebuild(id); }
    };

    ArgumentId rebuild(ArgumentId argument) const {
        return argument.valid() ? arguments_[argument.index()] : ArgumentId();
    }

    Index rebuild(const Index& index) {
        return new_.space.recombine(old_.space.substitute(index, replacement_, new_.space, NewIds{*this}));
    }

    ExprId rebuild(Expr expr) {
        for (ExprId& operand : expr.operands) operand = ids_[operand.index()];
        expr.argument = rebuild(expr.argument);
        expr.index = rebuild(expr.index);
        for (Condition& condition : expr.conditions) condition.index = rebuild(condition.index);
        return new_.exprs.add(std::move(expr));
    }

    static std::vector<ArgumentId> all_arguments(const Kernel& kernel) {
        std::vector<ArgumentId> all;
        for (std::size_t i = 0; i < kernel.arguments.size(); ++i) all.emplace_back(i);
        return all;
    }

    const Kernel& old_;
    Kernel new_;
    std::vector<std::int64_t> reduction_dims_;
    std::vector<Index> replacement_;
    std::vector<ArgumentId> arguments_; // new id by old one
    std::vector<ExprId> ids_;           // the same; none where nothing needs it
};

std::vector<std::int64_t> reduction_dims(const Kernel& kernel) {
    return kernel.reduction ? kernel.reduction->dims : std::vector<std::int64_t>{};
}

std::vector<std::int64_t> all_dims(const Kernel& kernel) {
    std::vector<std::int64_t> dims = kernel.dims;
    if (kernel.reduction) dims.insert(dims.end(), kernel.reduction->dims.begin(), kernel.reduction->dims.end());
    return dims;
}

Kernel without_unit_dimensions(const Kernel& kernel) {
    std::vector<std::int64_t> parallel, reduced;
    const std::vector<std::int64_t> dims = all_dims(kernel);
    for (std::size_t d = 0; d < dims.size(); ++d)
        if (dims[d] != 1) (d < kernel.dims.size() ? parallel : reduced).push_back(dims[d]);
    return Rebuilder(kernel, parallel, reduced,
                     [&](IndexSpace& space) {
                         std::vector<Index> replacement;
                         std::int64_t next = 0;
                         for (const std::int64_t size : dims)
                             replacement.push_back(size == 1 ? Index(0) : space.dimension(next++));
                         return replacement;
                     })
        .run();
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
    for (const Output& output : kernel.outputs) visit_all(visit_all, output.index);
}

struct Split {
    std::size_t dim = 0;
    std::int64_t inner = 0;
};

// Whether a condition leaves out some of the dimension: nobody could tell from a part of it how far that goes.
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
    return any_cuts(kernel.conditions) || (kernel.reduction && any_cuts(kernel.reduction->conditions));
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
            if (dims[dim] > term.divisor && dims[dim] % term.divisor == 0 && !is_cut(kernel, dim))
                found = Split{dim, term.divisor};
        }
    });
    return found;
}

Kernel split(const Kernel& kernel, const Split& at) {
    std::vector<std::int64_t> parallel = kernel.dims, reduced = reduction_dims(kernel);
    const bool is_parallel = at.dim < parallel.size();
    std::vector<std::int64_t>& list = is_parallel ? parallel : reduced;
    const auto position = static_cast<std::ptrdiff_t>(is_parallel ? at.dim : at.dim - parallel.size());
    list[static_cast<std::size_t>(position)] /= at.inner;
    list.insert(list.begin() + position + 1, at.inner);
    const std::size_t count = all_dims(kernel).size();
    return Rebuilder(kernel, parallel, reduced,
                     [&](IndexSpace& space) {
                         std::vector<Index> replacement;
                         for (std::size_t d = 0; d < count; ++d) {
                             const auto shifted = static_cast<std::int64_t>(d > at.dim ? d + 1 : d);
                             replacement.push_back(d == at.dim ? space.dimension(shifted) * at.inner +
                                                                     space.dimension(shifted + 1)
                                                               : space.dimension(shifted));
                         }
                         return replacement;
                     })
        .run();
}

// Whether an index sees dimensions d and d + 1 only as size(d + 1) * d + (d + 1).
bool walks_in_one_go(const Kernel& kernel, const Index& index, std::int64_t d, std::int64_t inner_size) {
    const IndexSpace& space = kernel.space;
    return space.coefficient(index, d) == inner_size * space.coefficient(index, d + 1);
}

bool mergeable(const Kernel& kernel, std::int64_t d, std::int64_t inner_size) {
    bool fits = true;
    for_each_index(kernel, [&](const Index& index) { fits = fits && walks_in_one_go(kernel, index, d, inner_size); });
    return fits;
}

Kernel merge(const Kernel& kernel, std::size_t d) {
    std::vector<std::int64_t> parallel = kernel.dims, reduced = reduction_dims(kernel);
    const bool is_parallel = d < parallel.size();
    std::vector<std::int64_t>& list = is_parallel ? parallel : reduced;
    const std::size_t position = is_parallel ? d : d - parallel.size();
    const std::int64_t inner = list[position + 1];
    list[position] *= inner;
    list.erase(list.begin() + static_cast<std::ptrdiff_t>(position) + 1);
    const std::size_t count = all_dims(kernel).size();
    return Rebuilder(kernel, parallel, reduced,
                     [&](IndexSpace& space) {
                         std::vector<Index> replacement;
                         for (std::size_t old = 0; old < count; ++old) {
                             const Index dimension =
                                 space.dimension(static_cast<std::int64_t>(old > d ? old - 1 : old));
                             replacement.push_back(old == d       ? space.floor_divide(dimension, inner)
                                                   : old == d + 1 ? space.modulo(dimension, inner)
                                                                  : dimension);
                         }
                         return replacement;
                     })
        .run();
}

Kernel merge_all(Kernel kernel) {
    for (std::size_t d = 0; d + 1 < all_dims(kernel).size();) {
        const std::vector<std::int64_t> dims = all_dims(kernel);
        const bool neighbours = d + 1 != kernel.dims.size();
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
        kernel = split(kernel, *at);
    }
    return merge_all(std::move(kernel));
}

std::vector<ArgumentId> used_arguments(const Kernel& kernel) {
    std::vector<bool> used(kernel.arguments.size(), false);
    const auto use = [&](ArgumentId argument) {
        if (argument.valid()) used[argument.index()] = true;
    };
    const std::vector<bool> needed = needed_expressions(kernel);
    for (std::size_t i = 0; i < kernel.exprs.size(); ++i)
        if (needed[i]) use(kernel.exprs[ExprId(i)].argument);
    for (const Term& term : kernel.space.terms()) use(term.variable);
    for (const Output& output : kernel.outputs) {
        use(output.argument);
        use(output.updates);
    }
    std::vector<ArgumentId> arguments;
    for (std::size_t i = 0; i < used.size(); ++i)
        if (used[i]) arguments.emplace_back(i);
    return arguments;
}

Kernel with_arguments(const Kernel& kernel, const std::vector<ArgumentId>& kept) {
    const auto same_dimensions = [&](IndexSpace& space) {
        std::vector<Index> dimensions;
        for (std::int64_t d = 0; d < space.dimensions(); ++d) dimensions.push_back(space.dimension(d));
        return dimensions;
    };
    return Rebuilder(kernel, kernel.dims, reduction_dims(kernel), same_dimensions, kept).run();
}

} // namespace hlo2cpp
