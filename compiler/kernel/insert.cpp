#include "kernel/insert.h"

#include <algorithm>

#include "kernel/analysis.h"

namespace hlo2cpp {
namespace {

class Insert {
public:
    Insert(const Kernel& from, Kernel& into, const Insertion& how)
        : from_(from), into_(into), how_(how), ids_(from.exprs.size()), terms_(from.space.term_count()) {
        for (const std::int64_t d : how.ends) {
            const auto dim = static_cast<std::size_t>(d);
            ends_.push_back({d, {.index = how.point[dim], .low = 0, .high = from.dims[dim]}});
        }
    }

    void run() {
        const ExprId initial = from_.reduction->initial[0];
        result_ = how_.sum;
        if (!is_zero(from_.exprs[initial])) {
            insert_all(needed_with_indices(from_, {initial}));
            result_ = into_.exprs.add({.kind = ExprKind::Apply,
                                       .type = from_.exprs[initial].type,
                                       .operands = {ids_[initial.index()], how_.sum},
                                       .opcode = Opcode::Add});
        }
        std::vector<ExprId> roots;
        for (const Output& output : from_.outputs) {
            roots.push_back(output.expr);
            for (const Index& index : output.index)
                for_each_dynamic(from_.space, index, [&](ExprId id) { roots.push_back(id); });
        }
        insert_all(needed_with_indices(from_, roots));
        std::vector<Condition> conditions;
        for (const auto& [dim, condition] : ends_) conditions.push_back(condition);
        for (const Output& output : from_.outputs)
            into_.outputs.push_back({.argument = insert(output.argument),
                                     .index = insert(output.index),
                                     .expr = ids_[output.expr.index()],
                                     .updates = insert(output.updates),
                                     .conditions = conditions});
    }

private:
    void insert_all(const std::vector<bool>& needed) {
        for (std::size_t i = 0; i < needed.size(); ++i)
            if (needed[i]) ids_[i] = insert(from_.exprs[ExprId(i)]);
    }

    ExprId insert(Expr expr) {
        if (expr.kind == ExprKind::Accumulator) return result_;
        const std::vector<Condition> guards = expr.kind == ExprKind::Load ? guards_of(expr) : std::vector<Condition>{};
        for (ExprId& operand : expr.operands) operand = ids_[operand.index()];
        expr.index = insert(expr.index);
        expr.argument = insert(expr.argument);
        for (Condition& condition : expr.conditions) condition.index = insert(condition.index);
        const ElementType type = expr.type;
        const ExprId made = into_.exprs.add(std::move(expr));
        if (guards.empty()) return made;
        const ExprId zero =
            into_.exprs.add({.kind = ExprKind::Constant,
                             .type = type,
                             .bits = std::vector<std::byte>(static_cast<std::size_t>(byte_size(type)))});
        return into_.exprs.add({.kind = ExprKind::Guard, .type = type, .operands = {made, zero}, .conditions = guards});
    }
    // Conditions under which a load is inside its array.
    std::vector<Condition> guards_of(const Expr& load) const {
        std::vector<Condition> guards;
        for (const auto& [dim, condition] : ends_)
            if (std::ranges::any_of(load.index, [&, d = dim](const Index& i) { return from_.space.depends_on(i, d); }))
                guards.push_back(condition);
        return guards;
    }

    ArgumentId insert(ArgumentId argument) const {
        return argument.valid() ? how_.arguments[argument.index()] : ArgumentId();
    }
    Subscripts insert(const Subscripts& index) {
        std::vector<Index> now;
        for (const Index& one : index) now.push_back(insert(one));
        return now;
    }
    Index insert(const Index& index) {
        std::vector<TermId> fresh; // those in a term's argument come first
        for_each_term(from_.space, index, [&](TermId id) {
            fresh.push_back(id);
            return true;
        });
        std::ranges::reverse(fresh);
        for (const TermId id : fresh)
            if (!terms_[id.index()]) terms_[id.index()] = insert(from_.space[id]);
        return sum(index);
    }
    Index insert(const Term& term) {
        switch (term.kind) {
        case TermKind::Dimension: return how_.point[static_cast<std::size_t>(term.dimension)];
        case TermKind::FloorDivide: return into_.space.floor_divide(sum(term.argument), term.divisor);
        case TermKind::Modulo: return into_.space.modulo(sum(term.argument), term.divisor);
        case TermKind::Variable: return into_.space.variable(insert(term.variable), term.range);
        case TermKind::Dynamic: return into_.space.dynamic(ids_[term.value.index()], term.range);
        }
        return {};
    }
    Index sum(const Index& index) {
        Index result = index.constant;
        for (const Index::Product& product : index.products)
            result = result + *terms_[product.term.index()] * product.coefficient;
        return into_.space.recombine(std::move(result));
    }

    const Kernel& from_;
    Kernel& into_;
    const Insertion& how_;
    ExprId result_;
    std::vector<std::pair<std::int64_t, Condition>> ends_;
    std::vector<ExprId> ids_;                 // in the other kernel, by id
    std::vector<std::optional<Index>> terms_; // in its space; none: not inserted yet
};

} // namespace

void insert_outputs(const Kernel& from, Kernel& into, const Insertion& how) {
    Insert(from, into, how).run();
}

} // namespace hlo2cpp
