#include "kernel/limits.h"

#include <algorithm>

#include "support/floor_divide.h"

namespace hlo2cpp {
namespace {

Range sum_of(const Range& a, const Range& b) {
    return {a.begin + b.begin, a.end + b.end - 1};
}

Range scaled(const Range& range, std::int64_t factor) {
    const std::int64_t a = range.begin * factor, b = (range.end - 1) * factor;
    return {std::min(a, b), std::max(a, b) + 1};
}

Range common_part(const Range& a, const Range& b) {
    return {std::max(a.begin, b.begin), std::min(a.end, b.end)};
}

// Of a quotient or remainder of something in the range.
Range divided(const Term& term, const Range& argument) {
    const std::int64_t low = floor_divide(argument.begin, term.divisor),
                       high = floor_divide(argument.end - 1, term.divisor);
    if (term.kind == TermKind::FloorDivide) return {low, high + 1};
    if (low == high) return {argument.begin - low * term.divisor, argument.end - low * term.divisor};
    return {0, term.divisor};
}

bool is_divided(const Term& term) {
    return term.kind == TermKind::FloorDivide || term.kind == TermKind::Modulo;
}

Limit* find(Limits& limits, const Index& form) {
    const auto known = std::ranges::find(limits, form, &Limit::form);
    return known == limits.end() ? nullptr : &*known;
}

} // namespace

// One query: each term is looked at once.
struct IndexBounds::Context {
    const Limits& limits;
    std::vector<std::optional<Range>> terms;
};

IndexBounds::IndexBounds(const Kernel& kernel) : space_(kernel.space) {
    const Limits nothing;
    Context context{nothing, {}};
    for (const Term& term : space_.terms()) { // numbered after those in their arguments
        const Range own{term.range.low, term.range.high + 1};
        context.terms.emplace_back(is_divided(term) ? divided(term, of(term.argument, context)) : own);
        terms_.push_back(*context.terms.back());
    }
}

Range IndexBounds::of_term(TermId id, Context& context) const {
    std::optional<Range>& known = context.terms[id.index()];
    if (known) return *known;
    const Term& term = space_[id];
    Range range = terms_[id.index()];
    if (is_divided(term)) range = common_part(range, divided(term, of(term.argument, context)));
    context.terms[id.index()] = range;
    return range;
}

// Where the sum holds a multiple of a limited form, the limit bounds that part, if that says more.
Range IndexBounds::of(const Index& index, Context& context) const {
    const auto plain = [&](const Index& sum) {
        Range range{sum.constant, sum.constant + 1};
        for (const Index::Product& product : sum.products)
            range = sum_of(range, scaled(of_term(product.term, context), product.coefficient));
        return range;
    };
    Index rest = index;
    Range limited{0, 1};
    for (const Limit& limit : context.limits) {
        const Index::Product& lead = limit.form.products.front();
        const auto same = std::ranges::find(rest.products, lead.term, &Index::Product::term);
        if (same == rest.products.end() || same->coefficient % lead.coefficient != 0) continue;
        const std::int64_t factor = same->coefficient / lead.coefficient;
        const Index without = rest - limit.form * factor;
        const Range part = scaled(limit.range, factor);
        if (sum_of(plain(without), part).size() >= plain(rest).size()) continue;
        rest = without;
        limited = sum_of(limited, part);
    }
    return sum_of(plain(rest), limited);
}

Range IndexBounds::of(const Index& index, const Limits& limits) const {
    Context context{limits, std::vector<std::optional<Range>>(terms_.size())};
    return of(index, context);
}

bool IndexBounds::limit(Limits& limits, const Index& index, Range range) const {
    range = common_part(range, of(index, limits));
    if (range.size() <= 0) return false;
    if (index.is_constant()) return true;
    Index form = index - Index(index.constant);
    range = {range.begin - index.constant, range.end - index.constant};
    if (form.products.front().coefficient < 0) {
        form = form * -1;
        range = scaled(range, -1);
    }
    if (Limit* known = find(limits, form))
        known->range = common_part(known->range, range);
    else
        limits.push_back({form, range});
    // low <= x / n < high: n * low <= x < n * high
    const Term& term = space_[form.products.front().term];
    if (form.products.size() != 1 || form.products.front().coefficient != 1 || term.kind != TermKind::FloorDivide)
        return true;
    return limit(limits, term.argument, {range.begin * term.divisor, range.end * term.divisor});
}

bool IndexBounds::add(Limits& limits, const Condition& condition) const {
    return limit(limits, condition.index, {condition.low, condition.high});
}

bool IndexBounds::add_opposite(Limits& limits, const Condition& condition) const {
    Range range = of(condition.index, limits);
    if (condition.low >= condition.high) return true;
    if (condition.low <= range.begin) range.begin = std::max(range.begin, condition.high);
    if (condition.high >= range.end) range.end = std::min(range.end, condition.low);
    return limit(limits, condition.index, range);
}

Limits common(const Limits& a, const Limits& b) {
    Limits both;
    for (const Limit& limit : a) {
        const auto same = std::ranges::find(b, limit.form, &Limit::form);
        if (same == b.end()) continue;
        both.push_back(
            {limit.form, {std::min(limit.range.begin, same->range.begin), std::max(limit.range.end, same->range.end)}});
    }
    return both;
}

} // namespace hlo2cpp
