#include "kernel/dependence.h"

#include <algorithm>

#include "support/diagnostics.h"

namespace hlo2cpp {
namespace {

constexpr std::size_t kMany = 9; // unsafe loads that are not looked at one by one
constexpr int kMaxSelects = 3;   // choices inside each other in one expression

} // namespace

Dependences::Dependences(const Kernel& kernel, const Bounds& bounds) : kernel_(kernel), bounds_(bounds) {
    const std::size_t count = kernel.exprs.size();
    exprs_.resize(count);
    choices_.resize(count, Choice::Branch);
    unsafe_.resize(count);
    for (std::size_t i = 0; i < count; ++i) add_expr(ExprId(i));
    add_terms_until(kernel.space.term_count());
}

// Terms are numbered after those in their arguments; run-time values come before their users.
void Dependences::add_terms_until(std::size_t count) {
    while (terms_.size() < count) add_term(kernel_.space[TermId(terms_.size())]);
}

void Dependences::add_term(const Term& term) {
    Dependence dependence;
    if (term.kind == TermKind::Dimension) {
        dependence.dims = dimension_bit(term.dimension);
    } else if (term.kind == TermKind::Dynamic) {
        dependence = exprs_[term.value.index()];
    } else {
        for (const Index::Product& product : term.argument.products) dependence |= terms_[product.term.index()];
    }
    terms_.push_back(dependence);
}

Dependence Dependences::of(const Index& index) const {
    Dependence dependence;
    for (const Index::Product& product : index.products) dependence |= terms_[product.term.index()];
    return dependence;
}

// The load's range is the range of its index. If the index holds a multiple of a condition's index, the condition
// limits that multiple.
bool Dependences::inside_array(const Expr& load, std::span<const Condition> known) const {
    const std::int64_t elements = kernel_[load.argument].elements();
    Index rest = load.index;
    Range limited = {0, 1};
    for (const Condition& condition : known) {
        if (condition.index.products.empty() || condition.low >= condition.high) continue;
        const Index::Product& lead = condition.index.products.front();
        const auto same = std::ranges::find(rest.products, lead.term, &Index::Product::term);
        if (same == rest.products.end() || same->coefficient % lead.coefficient != 0) continue;
        const std::int64_t factor = same->coefficient / lead.coefficient;
        const Index without = rest - condition.index * factor;
        const Range part = scaled(from_to(condition.low, condition.high - 1), factor);
        if (sum(bounds_.range(without), part).size() >= bounds_.range(rest).size()) continue;
        rest = without;
        limited = sum(limited, part);
    }
    return contains({0, elements}, sum(bounds_.range(rest), limited));
}

void Dependences::add_expr(ExprId id) {
    const Expr& expr = kernel_.exprs[id];
    Loads& unsafe = unsafe_[id.index()];
    const auto add_index = [&](const Index& index) {
        for (const Index::Product& product : index.products) {
            add_terms_until(product.term.index() + 1);
            exprs_[id.index()] |= terms_[product.term.index()];
        }
        for_each_dynamic(kernel_.space, index, [&](ExprId value) {
            check_internal(value < id, "a run-time index is used before its value");
            unsafe.insert(unsafe.end(), unsafe_[value.index()].begin(), unsafe_[value.index()].end());
        });
    };
    if (expr.kind == ExprKind::Guard) {
        for (const Condition& condition : expr.conditions) add_index(condition.index);
        return add_guard(id);
    }
    if (expr.kind == ExprKind::Accumulator) exprs_[id.index()].accumulator = true;
    if (expr.kind == ExprKind::Load || expr.kind == ExprKind::IndexValue) add_index(expr.index);
    if (expr.kind == ExprKind::Load && !inside_array(expr, {})) unsafe.push_back(id);
    const bool changes = expr.kind == ExprKind::Load &&
                         std::ranges::find(kernel_.outputs, expr.argument, &Output::argument) != kernel_.outputs.end();
    for (std::size_t d = 0; changes && d < kernel_.dims.size(); ++d) // other points write it
        exprs_[id.index()].dims |= dimension_bit(static_cast<std::int64_t>(d));
    for (const ExprId operand : expr.operands) {
        exprs_[id.index()] |= exprs_[operand.index()];
        unsafe.insert(unsafe.end(), unsafe_[operand.index()].begin(), unsafe_[operand.index()].end());
        if (unsafe.size() > kMany) unsafe.resize(kMany);
    }
    exprs_[id.index()].unsafe = !unsafe.empty();
}

void Dependences::add_guard(ExprId id) {
    const Expr& expr = kernel_.exprs[id];
    const ExprId inside = expr.operands[0], outside = expr.operands[1];
    Loads& unsafe = unsafe_[id.index()];
    const Choice choice = choose(expr);
    choices_[id.index()] = choice;
    if (choice == Choice::Inside || choice == Choice::Outside) {
        const ExprId chosen = choice == Choice::Inside ? inside : outside;
        exprs_[id.index()] = exprs_[chosen.index()];
        unsafe = unsafe_[chosen.index()];
        return;
    }
    exprs_[id.index()] |= exprs_[inside.index()];
    exprs_[id.index()] |= exprs_[outside.index()];
    const Loads& protected_loads = unsafe_[inside.index()];
    for (const ExprId load : protected_loads)
        if (protected_loads.size() >= kMany || !inside_array(kernel_.exprs[load], expr.conditions))
            unsafe.push_back(load);
    unsafe.insert(unsafe.end(), unsafe_[outside.index()].begin(), unsafe_[outside.index()].end());
    if (unsafe.size() > kMany) unsafe.resize(kMany);
    exprs_[id.index()].unsafe = !unsafe.empty();
}

Choice Dependences::choose(const Expr& expr) const {
    bool all = true;
    for (const Condition& condition : expr.conditions) {
        const std::optional<bool> known = bounds_.decided(condition);
        if (known == false) return Choice::Outside;
        all = all && known == true;
    }
    if (all) return Choice::Inside;
    return prints_in_line(expr.operands[0], 0) && prints_in_line(expr.operands[1], 0) ? Choice::Select : Choice::Branch;
}

ExprId Dependences::resolve(ExprId expr) const {
    while (kernel_.exprs[expr].kind == ExprKind::Guard && choice(expr) <= Choice::Outside)
        expr = kernel_.exprs[expr].operands[choice(expr) == Choice::Inside ? 0 : 1];
    return expr;
}

bool Dependences::prints_in_line(ExprId operand, int depth) const {
    operand = resolve(operand);
    const Expr& expr = kernel_.exprs[operand];
    switch (expr.kind) {
    case ExprKind::Constant:
    case ExprKind::Accumulator: return true;
    case ExprKind::IndexValue: return !exprs_[operand.index()].unsafe;
    case ExprKind::Load: {
        bool simple = true;
        for_each_dynamic(kernel_.space, expr.index,
                         [&](ExprId value) { simple = simple && !exprs_[value.index()].unsafe; });
        return simple;
    }
    case ExprKind::Guard:
        return choice(operand) == Choice::Select && depth < kMaxSelects &&
               prints_in_line(expr.operands[0], depth + 1) && prints_in_line(expr.operands[1], depth + 1);
    case ExprKind::Apply: return false;
    }
    return false;
}

Uses::Uses(const Kernel& kernel, const Dependences& dependences, std::span<const ExprId> roots)
    : count_(kernel.exprs.size(), 0), user_(kernel.exprs.size()) {
    std::vector<ExprId> pending;
    const auto use = [&](ExprId expr, ExprId user) {
        expr = dependences.resolve(expr);
        if (count_[expr.index()]++ == 0) pending.push_back(expr);
        user_[expr.index()] = user;
    };
    for (const ExprId root : roots) use(root, ExprId());
    while (!pending.empty()) {
        const ExprId id = pending.back();
        pending.pop_back();
        const Expr& expr = kernel.exprs[id];
        for (const ExprId operand : expr.operands) use(operand, id);
        const auto use_dynamic = [&](const Index& index) {
            for_each_dynamic(kernel.space, index, [&](ExprId value) {
                use(value, id);
                ++count_[dependences.resolve(value).index()]; // the term that it becomes is shared
            });
        };
        use_dynamic(expr.index);
        for (const Condition& condition : expr.conditions) use_dynamic(condition.index);
    }
}

} // namespace hlo2cpp
