#include "kernel/rebuild.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "kernel/loads.h"
#include "support/diagnostics.h"

namespace hlo2cpp {
namespace {

class Rebuilder {
public:
    Rebuilder(const Kernel& old, const Rebuild& how)
        : old_(old), how_(how), terms_(old.space.term_count()), arguments_(old.arguments.size()) {
        for (const ArgumentId argument : how.kept.empty() ? all_arguments(old) : how.kept) {
            arguments_[argument.index()] = ArgumentId(new_.arguments.size());
            new_.arguments.push_back(old[argument]);
            new_.arguments.back().type = now(old[argument].type);
        }
        new_.sort = old.sort;
        new_.in_order = old.in_order;
        for (const std::int64_t size : how.dims) new_.space.add_dimension(size);
        for (const std::int64_t size : how.reduction_dims) new_.space.add_dimension(size);
        replacement_ = how.replacement(new_.space);
        new_.dims = how.dims;
    }

    Kernel run() {
        const std::vector<bool> needed = needed_expressions(old_);
        for (std::size_t i = 0; i < old_.exprs.size(); ++i)
            ids_.push_back(needed[i] ? rebuild(old_.exprs[ExprId(i)]) : ExprId());
        if (old_.reduction) {
            Reduction reduction = *old_.reduction;
            reduction.dims = how_.reduction_dims;
            reduction.conditions = rebuild(old_.reduction->conditions);
            renumber(reduction);
            new_.reduction = std::move(reduction);
        }
        if (old_.scan) {
            Scan scan = *old_.scan;
            scan.dim = now(scan.dim);
            renumber(scan);
            new_.scan = std::move(scan);
        }
        new_.conditions = rebuild(old_.conditions);
        new_.needed = rebuild(old_.needed);
        for (const Output& output : old_.outputs)
            new_.outputs.push_back({rebuild(output.argument), place(output.argument, output.index),
                                    ids_[output.expr.index()], rebuild(output.updates), rebuild(output.conditions)});
        if (new_.sort) new_.sort->before = ids_[new_.sort->before.index()];
        return std::move(new_);
    }

private:
    ElementType now(ElementType type) const { return how_.type ? how_.type(type) : type; }

    void renumber(Accumulation& fold) const {
        for (ExprId& id : fold.initial) id = ids_[id.index()];
        for (ExprId& id : fold.combined) id = ids_[id.index()];
        if (fold.term) fold.term = ids_[fold.term->index()];
    }

    // The number of a dimension that stays one.
    std::int64_t now(std::int64_t dim) const {
        const Index& index = replacement_[static_cast<std::size_t>(dim)];
        const bool alone = index.products.size() == 1 && index.products[0].coefficient == 1 && index.constant == 0;
        check_internal(alone && new_.space[index.products[0].term].kind == TermKind::Dimension,
                       "the dimension of a scan is taken apart");
        return new_.space[index.products[0].term].dimension;
    }

    ArgumentId rebuild(ArgumentId argument) const {
        return argument.valid() ? arguments_[argument.index()] : ArgumentId();
    }

    // A dimension that became a quotient and a remainder of another one may become that dimension again here. Terms
    // keep their order.
    Subscripts rebuild(const Subscripts& index) {
        std::vector<TermId> fresh;
        for (const Index& one : index)
            for_each_term(old_.space, one, [&](TermId id) {
                if (terms_[id.index()]) return false;
                fresh.push_back(id);
                return true;
            });
        std::ranges::sort(fresh);
        for (const TermId id : fresh)
            if (!terms_[id.index()]) terms_[id.index()] = rebuild(old_.space[id]);
        std::vector<Index> now;
        for (const Index& one : index) now.push_back(sum(one));
        return now;
    }
    Index rebuild(const Index& index) { return rebuild(Subscripts(index)); }
    // The terms in the argument are known.
    Index rebuild(const Term& term) {
        switch (term.kind) {
        case TermKind::Dimension: return replacement_[static_cast<std::size_t>(term.dimension)];
        case TermKind::FloorDivide: return new_.space.floor_divide(sum(term.argument), term.divisor);
        case TermKind::Modulo: return new_.space.modulo(sum(term.argument), term.divisor);
        case TermKind::Variable:
            return how_.variable ? how_.variable(new_.space, term.variable, term.range)
                                 : new_.space.variable(rebuild(term.variable), term.range);
        case TermKind::Dynamic: return new_.space.dynamic(ids_[term.value.index()], term.range);
        }
        return {};
    }
    Index sum(const Index& index) {
        Index result = index.constant;
        for (const Index::Product& product : index.products)
            result = result + *terms_[product.term.index()] * product.coefficient;
        return new_.space.recombine(std::move(result));
    }

    // Subscripts of an element of the argument in the new kernel.
    Subscripts place(ArgumentId argument, const Subscripts& index) {
        const Subscripts now = rebuild(index);
        return how_.moved ? how_.moved(new_.space, argument, now) : now;
    }

    std::vector<Condition> rebuild(std::vector<Condition> conditions) {
        for (Condition& condition : conditions) condition.index = rebuild(condition.index);
        return conditions;
    }

    ExprId rebuild(Expr expr) {
        for (ExprId& operand : expr.operands) operand = ids_[operand.index()];
        expr.index = expr.kind == ExprKind::Load ? place(expr.argument, expr.index) : rebuild(expr.index);
        expr.argument = rebuild(expr.argument);
        expr.type = now(expr.type);
        expr.conditions = rebuild(std::move(expr.conditions));
        return how_.expression ? how_.expression(new_, std::move(expr)) : new_.exprs.add(std::move(expr));
    }

    static std::vector<ArgumentId> all_arguments(const Kernel& kernel) {
        std::vector<ArgumentId> all;
        for (std::size_t i = 0; i < kernel.arguments.size(); ++i) all.emplace_back(i);
        return all;
    }

    const Kernel& old_;
    const Rebuild& how_;
    Kernel new_;
    std::vector<Index> replacement_;
    std::vector<std::optional<Index>> terms_; // new indices by old id; none: not computed yet
    std::vector<ArgumentId> arguments_;       // new id by old one
    std::vector<ExprId> ids_;                 // new ids by old one; none where nothing needs it
};

} // namespace

Kernel rebuilt(const Kernel& kernel, const Rebuild& how) {
    return Rebuilder(kernel, how).run();
}

Rebuild unchanged(const Kernel& kernel) {
    const auto same = [](IndexSpace& space) {
        std::vector<Index> dimensions;
        for (std::int64_t d = 0; d < space.dimensions(); ++d) dimensions.push_back(space.dimension(d));
        return dimensions;
    };
    return {.dims = kernel.dims, .reduction_dims = reduction_dims(kernel), .replacement = same};
}

std::vector<std::int64_t> reduction_dims(const Kernel& kernel) {
    return kernel.reduction ? kernel.reduction->dims : std::vector<std::int64_t>{};
}

std::vector<std::int64_t> all_dims(const Kernel& kernel) {
    std::vector<std::int64_t> dims = kernel.dims;
    if (kernel.reduction) dims.insert(dims.end(), kernel.reduction->dims.begin(), kernel.reduction->dims.end());
    return dims;
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
    Rebuild how = unchanged(kernel);
    how.kept = kept;
    return rebuilt(kernel, how);
}

Kernel with_expressions(const Kernel& kernel, const std::map<ExprId, Expr>& replaced) {
    Kernel made = kernel;
    made.exprs = ExprGraph();
    std::vector<ExprId> now(kernel.exprs.size());
    const std::vector<bool> needed = needed_expressions(kernel);
    for (std::size_t i = 0; i < now.size(); ++i) {
        if (!needed[i]) continue;
        const auto other = replaced.find(ExprId(i));
        Expr expr = other != replaced.end() ? other->second : kernel.exprs[ExprId(i)];
        for (ExprId& operand : expr.operands) operand = now[operand.index()];
        now[i] = made.exprs.add(std::move(expr));
    }
    const auto renumber = [&](Accumulation& fold) {
        for (ExprId& id : fold.initial) id = now[id.index()];
        for (ExprId& id : fold.combined) id = now[id.index()];
        if (fold.term) fold.term = now[fold.term->index()];
    };
    if (made.reduction) renumber(*made.reduction);
    if (made.scan) renumber(*made.scan);
    for (Output& output : made.outputs) output.expr = now[output.expr.index()];
    return made;
}

Kernel with_types(const Kernel& kernel, const std::function<ElementType(ElementType)>& type) {
    Rebuild how = unchanged(kernel);
    how.type = type;
    return rebuilt(kernel, how);
}

} // namespace hlo2cpp
