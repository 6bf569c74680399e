#include "kernel/bounds.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "support/diagnostics.h"
#include "support/floor_divide.h"

namespace hlo2cpp {
namespace {

constexpr std::size_t kMany = 9; // unsafe loads that are not looked at one by one
constexpr int kMaxSelects = 3;   // choices inside each other in one expression

Interval range_of(const Index& index, const std::vector<Interval>& terms) {
    Interval sum = {index.constant, index.constant};
    for (const Index::Product& product : index.products) {
        const Interval term = terms[product.term.index()];
        const std::int64_t a = term.low * product.coefficient, b = term.high * product.coefficient;
        sum.low += std::min(a, b);
        sum.high += std::max(a, b);
    }
    return sum;
}

} // namespace

Facts::Facts(const Kernel& kernel, std::vector<Range> ranges) : kernel_(kernel), ranges_(std::move(ranges)) {
    const std::size_t count = kernel.exprs.size();
    exprs_.resize(count);
    choices_.resize(count, Choice::Branch);
    unsafe_.resize(count);
    for (std::size_t i = 0; i < kernel.space.term_count(); ++i) {
        const Term& term = kernel.space[TermId(i)];
        Interval range = term.range;
        if (term.kind == TermKind::Dimension) {
            const Range& box = ranges_[static_cast<std::size_t>(term.dimension)];
            range = {box.begin, std::max(box.begin, box.end - 1)};
        } else if (term.kind == TermKind::FloorDivide || term.kind == TermKind::Modulo) {
            const Interval argument = range_of(term.argument, term_ranges_);
            const std::int64_t low = floor_divide(argument.low, term.divisor),
                               high = floor_divide(argument.high, term.divisor);
            if (term.kind == TermKind::FloorDivide)
                range = {low, high};
            else if (low == high)
                range = {argument.low - low * term.divisor, argument.high - low * term.divisor};
        }
        term_ranges_.push_back(range);
    }
    for (std::size_t i = 0; i < count; ++i) add_expr(ExprId(i));
    add_terms_until(kernel.space.term_count());
}

// Terms are numbered after those in their arguments; run-time values come before their users.
void Facts::add_terms_until(std::size_t count) {
    while (terms_.size() < count) add_term(kernel_.space[TermId(terms_.size())]);
}

void Facts::add_term(const Term& term) {
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

Dependence Facts::of(const Index& index) const {
    Dependence dependence;
    for (const Index::Product& product : index.products) dependence |= terms_[product.term.index()];
    return dependence;
}

Interval Facts::range(const Index& index) const {
    return range_of(index, term_ranges_);
}

std::optional<bool> Facts::decided(const Condition& condition) const {
    const Interval interval = range(condition.index);
    if (interval.low >= condition.low && interval.high < condition.high) return true;
    if (interval.high < condition.low || interval.low >= condition.high) return false;
    return std::nullopt;
}

// The load's range is that of its index; where that holds a multiple of a condition's index, the condition limits that
// part.
bool Facts::inside_array(const Expr& load, std::span<const Condition> known) const {
    const std::int64_t elements = kernel_[load.argument].elements();
    Index rest = load.index;
    Interval limited = {0, 0};
    for (const Condition& condition : known) {
        if (condition.index.products.empty() || condition.low >= condition.high) continue;
        const Index::Product& lead = condition.index.products.front();
        const auto same = std::ranges::find(rest.products, lead.term, &Index::Product::term);
        if (same == rest.products.end() || same->coefficient % lead.coefficient != 0) continue;
        const std::int64_t factor = same->coefficient / lead.coefficient;
        const Index without = rest - condition.index * factor;
        const std::int64_t a = condition.low * factor, b = (condition.high - 1) * factor;
        const Interval before = range(rest), after = range(without);
        if (after.high - after.low + std::max(a, b) - std::min(a, b) >= before.high - before.low) continue;
        rest = without;
        limited.low += std::min(a, b);
        limited.high += std::max(a, b);
    }
    const Interval interval = range(rest);
    return interval.low + limited.low >= 0 && interval.high + limited.high < elements;
}

void Facts::add_expr(ExprId id) {
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

void Facts::add_guard(ExprId id) {
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

Choice Facts::choose(const Expr& expr) const {
    bool all = true;
    for (const Condition& condition : expr.conditions) {
        const std::optional<bool> known = decided(condition);
        if (known == false) return Choice::Outside;
        all = all && known == true;
    }
    if (all) return Choice::Inside;
    return prints_in_line(expr.operands[0], 0) && prints_in_line(expr.operands[1], 0) ? Choice::Select : Choice::Branch;
}

ExprId Facts::resolve(ExprId expr) const {
    while (kernel_.exprs[expr].kind == ExprKind::Guard && choice(expr) <= Choice::Outside)
        expr = kernel_.exprs[expr].operands[choice(expr) == Choice::Inside ? 0 : 1];
    return expr;
}

bool Facts::prints_in_line(ExprId operand, int depth) const {
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

Uses::Uses(const Kernel& kernel, const Facts& facts, std::span<const ExprId> roots)
    : count_(kernel.exprs.size(), 0), user_(kernel.exprs.size()) {
    std::vector<ExprId> pending;
    const auto use = [&](ExprId expr, ExprId user) {
        expr = facts.resolve(expr);
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
                ++count_[facts.resolve(value).index()]; // the term that it becomes is shared
            });
        };
        use_dynamic(expr.index);
        for (const Condition& condition : expr.conditions) use_dynamic(condition.index);
    }
}

bool needs_wide_index(const Kernel& kernel) {
    constexpr std::int64_t kLimit = std::numeric_limits<std::int32_t>::max();
    const auto too_wide = [&](const Index& index) {
        // Every partial sum counts, in whatever order it is printed.
        double size = std::abs(static_cast<double>(index.constant));
        for (const Index::Product& product : index.products) {
            const Interval range = kernel.space[product.term].range;
            const double most = std::max(static_cast<double>(range.high), -static_cast<double>(range.low));
            size += most * std::abs(static_cast<double>(product.coefficient));
        }
        return size >= static_cast<double>(kLimit);
    };
    for (std::size_t i = 0; i < kernel.space.term_count(); ++i) {
        const Term& term = kernel.space[TermId(i)];
        if (term.range.high >= kLimit || term.range.low <= -kLimit || term.divisor >= kLimit || too_wide(term.argument))
            return true;
    }
    for (std::size_t i = 0; i < kernel.exprs.size(); ++i) {
        const Expr& expr = kernel.exprs[ExprId(i)];
        if (too_wide(expr.index)) return true;
        if (std::ranges::any_of(expr.conditions, [&](const Condition& c) { return too_wide(c.index - Index(c.low)); }))
            return true;
    }
    if (kernel.reduction &&
        std::ranges::any_of(kernel.reduction->conditions, [&](const Condition& c) { return too_wide(c.index); }))
        return true;
    if (std::ranges::any_of(kernel.conditions, [&](const Condition& c) { return too_wide(c.index - Index(c.low)); }))
        return true;
    const std::int64_t line =
        kernel.sort ? 4 * kernel.sort->size * kernel.sort->stride : 0; // the widths of merges double
    return std::ranges::any_of(kernel.outputs,
                               [&](const Output& output) { return too_wide(output.index + Index(line)); });
}

} // namespace hlo2cpp
