#include "kernel/limits.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "support/append_new.h"

namespace hlo2cpp {
namespace {

// Range of the quotient or remainder `term` for an argument in the range.
Range divided(const Term& term, const Range& argument) {
    const Range quotients = floor_divided(argument, term.divisor);
    if (term.kind == TermKind::FloorDivide) return quotients;
    if (const auto single = quotients.single()) return sum(argument, only(-*single * term.divisor));
    return {0, term.divisor};
}

bool is_divided(const Term& term) {
    return term.kind == TermKind::FloorDivide || term.kind == TermKind::Modulo;
}

Limit* find(Limits& limits, const Index& form) {
    const auto known = std::ranges::find(limits, form, &Limit::form);
    return known == limits.end() ? nullptr : &*known;
}

bool is_alone(const Limit& limit) {
    return limit.form.products.size() == 1 && limit.form.products.front().coefficient == 1;
}

// The limit on the term itself, not on a sum.
const Limit* alone(const Limits& limits, TermId term) {
    const auto known = std::ranges::find_if(
        limits, [&](const Limit& limit) { return is_alone(limit) && limit.form.products.front().term == term; });
    return known == limits.end() ? nullptr : &*known;
}

// index in range, in the normal form of a limit: no constant, and coefficients without a common factor.
Limit reduced(const Index& index, const Range& range) {
    Limit limit{index - Index(index.constant), sum(range, only(-index.constant))};
    std::int64_t factor = 0;
    for (const Index::Product& product : limit.form.products) factor = std::gcd(factor, product.coefficient);
    if (limit.form.products.front().coefficient < 0) {
        limit.form = limit.form * -1;
        limit.range = scaled(limit.range, -1);
    }
    if (factor == 1) return limit;
    for (Index::Product& product : limit.form.products) product.coefficient /= factor;
    const std::int64_t least = -floor_divided(scaled(limit.range, -1), factor).last(); // rounded up
    limit.range = {least, floor_divided(limit.range, factor).end};
    return limit;
}

// True if the coefficients times the factor are numbers that sums can hold.
bool fits(const Index& form, std::int64_t factor) {
    return std::ranges::all_of(form.products, [&](const Index::Product& product) {
        return std::abs(far_product(product.coefficient, factor)) < kFar;
    });
}

// Factors by which the sum gets a product in common with the other one; always 1 and -1.
std::vector<std::int64_t> factors_to(const Index& form, const Index& other) {
    std::vector<std::int64_t> factors = {1, -1};
    for (const Index::Product& product : other.products) {
        const auto same = std::ranges::find(form.products, product.term, &Index::Product::term);
        if (same == form.products.end() || product.coefficient % same->coefficient != 0) continue;
        const std::int64_t factor = product.coefficient / same->coefficient;
        if (fits(form, factor)) append_new(factors, factor);
    }
    return factors;
}

} // namespace

// One query: each term is looked at once.
struct IndexBounds::Context {
    const Limits& limits;
    std::vector<std::optional<Range>> terms;
};

IndexBounds::IndexBounds(const IndexSpace& space) : space_(space) {
    update();
}

void IndexBounds::update() {
    const Limits nothing;
    Context context{nothing, {terms_.begin(), terms_.end()}};
    for (std::size_t i = terms_.size(); i < space_.term_count(); ++i) { // numbered after those in their arguments
        const Term& term = space_[TermId(i)];
        context.terms.emplace_back(is_divided(term) ? divided(term, of(term.argument, context)) : term.range);
        terms_.push_back(*context.terms.back());
        if (term.kind == TermKind::FloorDivide) quotients_.emplace_back(terms_.size() - 1);
    }
}

Range IndexBounds::of_term(TermId id, Context& context) const {
    std::optional<Range>& known = context.terms[id.index()];
    if (known) return *known;
    const Term& term = space_[id];
    Range range = terms_[id.index()];
    known = range; // for a limit on its argument that refers to the term itself
    if (const Limit* limit = alone(context.limits, id)) range = common_part(range, limit->range);
    if (is_divided(term)) range = common_part(range, divided(term, of(term.argument, context)));
    context.terms[id.index()] = range;
    return range;
}

// If the sum holds a multiple of a limited sum, the limit bounds that part. The result intersects the bounds by each
// limit alone with the bound by successive limits that are tighter than the terms' ranges.
Range IndexBounds::of(const Index& index, Context& context) const {
    const auto plain = [&](const Index& part) {
        Range range = only(part.constant);
        for (const Index::Product& product : part.products)
            range = sum(range, scaled(of_term(product.term, context), product.coefficient));
        return range;
    };
    Index rest = index;
    Range limited{0, 1}, all = plain(index);
    for (const Limit& limit : context.limits) {
        if (is_alone(limit)) continue;
        const Index::Product& lead = limit.form.products.front();
        const auto same = std::ranges::find(index.products, lead.term, &Index::Product::term);
        if (same == index.products.end() || same->coefficient % lead.coefficient != 0) continue;
        const std::int64_t factor = same->coefficient / lead.coefficient;
        if (!fits(limit.form, factor)) continue;
        const Range part = scaled(limit.range, factor);
        all = common_part(all, sum(plain(index - limit.form * factor), part));
        if (std::ranges::find(rest.products, *same) == rest.products.end()) continue;
        const Index without = rest - limit.form * factor;
        if (sum(plain(without), part).size() >= plain(rest).size()) continue;
        rest = without;
        limited = sum(limited, part);
    }
    return common_part(all, sum(plain(rest), limited));
}

Range IndexBounds::of(const Index& index, const Limits& limits) const {
    Context context{limits, std::vector<std::optional<Range>>(terms_.size())};
    return of(index, context);
}

bool IndexBounds::limit(Limits& limits, const Index& index, Range range) const {
    range = common_part(range, of(index, limits));
    if (range.size() <= 0) return false;
    if (index.is_constant()) return true;
    Limit now = reduced(index, range);
    if (now.range.size() <= 0) return false;
    if (Limit* const known = find(limits, now.form)) {
        if (contains(now.range, known->range)) return true;
        now.range = known->range = common_part(known->range, now.range);
        if (now.range.size() <= 0) return false;
    } else {
        limits.push_back(now);
    }
    return limit_undivided(limits, now) && limit_divided(limits, now);
}

// Limits the multiples of each coefficient inside a sum: 2 x + 2 y + z >= 2 and z < 2 give x + y >= 1.
bool IndexBounds::limit_multiples(Limits& limits, const Index& index, const Range& range) const {
    return std::ranges::all_of(index.products, [&](const Index::Product& product) {
        if (std::abs(product.coefficient) == 1) return true;
        Index multiples, others = index;
        multiples.products = index.products;
        std::erase_if(multiples.products,
                      [&](const auto& other) { return other.coefficient % product.coefficient != 0; });
        std::erase_if(others.products, [&](const auto& other) { return other.coefficient % product.coefficient == 0; });
        return others.products.empty() || limit(limits, multiples, sum(range, scaled(of(others, limits), -1)));
    });
}

// Derives a limit of n * y + c * x from low <= y + c * (x / n) < high. It takes the quotient with the highest number,
// which no other quotient contains.
bool IndexBounds::limit_undivided(Limits& limits, const Limit& known) const {
    const auto& [form, range] = known;
    const Index::Product* quotient = nullptr;
    for (const Index::Product& product : form.products)
        if (space_[product.term].kind == TermKind::FloorDivide &&
            (quotient == nullptr || quotient->term < product.term))
            quotient = &product;
    if (quotient == nullptr) return true;
    const Term& term = space_[quotient->term];
    if (!fits(form, term.divisor)) return true;
    Index whole;
    whole.products = {*quotient};
    const Index undivided = (form - whole) * term.divisor + term.argument * quotient->coefficient;
    return limit(limits, undivided, sum(scaled(range, term.divisor), scaled({0, term.divisor}, quotient->coefficient)));
}

// Derives a limit of y + (m * x + k) / n = (n * y + m * x + k) / n from low <= n * y + m * x < high. A limit on n * y +
// x gives one by its multiple m * n * y + m * x.
bool IndexBounds::limit_divided(Limits& limits, const Limit& known) const {
    for (const TermId id : quotients_) {
        const Term& term = space_[id];
        Index quotient;
        quotient.products = {{id, 1}};
        for (const std::int64_t factor : factors_to(known.form, term.argument)) {
            Index others = known.form * factor - term.argument;
            const std::int64_t shift = -std::exchange(others.constant, 0);
            const auto divides = [&](const Index::Product& product) { return product.coefficient % term.divisor == 0; };
            if (others.products.empty() || !std::ranges::all_of(others.products, divides)) continue;
            for (Index::Product& product : others.products) product.coefficient /= term.divisor;
            const Range values = sum(scaled(known.range, factor), only(shift));
            if (!limit(limits, others + quotient, floor_divided(values, term.divisor))) return false;
        }
    }
    return true;
}

bool IndexBounds::add(Limits& limits, const Condition& condition) const {
    const Range range{condition.low, condition.high};
    return limit(limits, condition.index, range) && limit_multiples(limits, condition.index, range);
}

bool IndexBounds::add_opposite(Limits& limits, const Condition& condition) const {
    Range range = of(condition.index, limits);
    if (condition.low >= condition.high) return true;
    if (condition.low <= range.begin) range.begin = std::max(range.begin, condition.high);
    if (condition.high >= range.end) range.end = std::min(range.end, condition.low);
    return limit(limits, condition.index, range) && limit_multiples(limits, condition.index, range);
}

Limits common(const Limits& a, const Limits& b) {
    Limits both;
    for (const Limit& limit : a) {
        const auto same = std::ranges::find(b, limit.form, &Limit::form);
        if (same == b.end()) continue;
        both.push_back({limit.form, hull(limit.range, same->range)});
    }
    return both;
}

} // namespace hlo2cpp
