#include "program/linear_facts.h"

#include <algorithm>
#include <iterator>
#include <numeric>
#include <set>

#include "support/floor_divide.h"

namespace hlo2cpp {
namespace {

// Most steps of a proof; a longer proof is not found. A contradiction of assumptions is found in few steps, or not.
constexpr std::size_t kMostTries = 1000, kMostTriesOfAssumptions = 20;
// Most facts to narrow ranges by. Ranges may narrow by one again and again; then they are left as they are.
constexpr std::size_t kMostFactsToTighten = 100;
// Most assumptions. Derived facts imply more facts: each quotient of a quotient doubles their number.
constexpr std::size_t kMostAssumptions = 256;

// An equivalent fact with coprime coefficients: 3 * x - 1 >= 0 becomes x - 1 >= 0.
Linear without_factor(const Linear& sum) {
    std::int64_t factor = 0;
    for (const auto& [unknown, coefficient] : sum.terms) factor = std::gcd(factor, coefficient);
    if (factor < 2 || !sum.exact) return sum;
    Linear reduced = sum;
    reduced.constant = floor_divide(sum.constant, factor);
    for (auto& [unknown, coefficient] : reduced.terms) coefficient /= factor;
    return reduced;
}

} // namespace

Linear LinearFacts::unknown(const Range& range) {
    definitions_.push_back(
        {.range = range, .anywhere = range, .facts = {}, .mentions = {}, .numerator = {}, .parts = {}});
    return Linear(Unknown(definitions_.size() - 1));
}

void LinearFacts::define(const Linear& unknown, const Linear& not_negative) {
    const Linear fact = of(unknown).facts.emplace_back(without_factor(not_negative));
    for (const auto& [name, coefficient] : fact.terms)
        if (name != unknown.terms.front().first) definitions_[name.index()].mentions.push_back(fact);
    tighten(fact);
}

void LinearFacts::assume(const Linear& not_negative) {
    const bool contradicts = possible_ == SIZE_MAX && proves(not_negative * -1 - 1, kMostTriesOfAssumptions);
    if (contradicts) possible_ = assumptions_.size();
    const Linear fact = assumptions_.emplace_back(without_factor(not_negative));
    tighten(fact);
    for (const Linear& of_quotient : quotient_facts_) assume_rounded(fact, of_quotient);
    assume_of_parts(fact);
}

// x <= min(a, b): so x <= a, and x <= b.
void LinearFacts::assume_of_parts(const Linear& fact) {
    for (const auto& [unknown, coefficient] : fact.terms) {
        if (!definitions_[unknown.index()].of_parts) continue;
        for (const Linear& part : std::vector<Linear>(definitions_[unknown.index()].facts)) {
            const std::int64_t other = part.coefficient(unknown);
            if ((other > 0) == (coefficient > 0)) continue;
            const Linear follows = combined(fact, std::abs(other), part, std::abs(coefficient));
            if (follows.exact && least(follows) < 0) assume(follows);
        }
    }
}

// x <= 5 and 6 q <= x: q <= 5 / 6, which is an integer, and so 0. No sum of the two facts says that.
void LinearFacts::assume_rounded(const Linear& fact, const Linear& quotient_fact) {
    for (const auto& [unknown, coefficient] : fact.terms) {
        const std::int64_t other = quotient_fact.coefficient(unknown);
        if (other == 0 || (other > 0) == (coefficient > 0)) continue;
        const Linear both = combined(fact, std::abs(other), quotient_fact, std::abs(coefficient));
        const Linear rounded = without_factor(both);
        if (!both.exact || rounded.terms == both.terms) continue;
        if (least(rounded) >= 0) continue; // the ranges say so
        if (assumptions_.size() >= kMostAssumptions) return;
        assumptions_.push_back(rounded);
        tighten(rounded);
    }
}

void LinearFacts::forget(std::size_t assumed) {
    assumptions_.resize(assumed);
    for (; !tightened_.empty() && tightened_.back().assumed > assumed; tightened_.pop_back())
        definitions_[tightened_.back().unknown.index()].range = tightened_.back().before;
    if (assumed <= possible_) possible_ = SIZE_MAX;
}

// Narrows the range of each unknown of the fact by the ranges of the others, and goes on with other facts of a narrowed
// unknown.
void LinearFacts::tighten(const Linear& fact) {
    std::vector<Linear> pending = {fact};
    for (std::size_t i = 0; i < std::min(pending.size(), kMostFactsToTighten); ++i) {
        const Linear next = pending[i];
        for (const auto& [unknown, coefficient] : next.terms) {
            if (!tighten(unknown, coefficient, next)) continue;
            const Definition& definition = definitions_[unknown.index()];
            pending.insert(pending.end(), definition.facts.begin(), definition.facts.end());
            pending.insert(pending.end(), definition.mentions.begin(), definition.mentions.end());
            std::ranges::copy_if(assumptions_, std::back_inserter(pending),
                                 [name = unknown](const Linear& known) { return known.coefficient(name) != 0; });
        }
    }
}

// Narrows the range of an unknown by a fact in which it has that coefficient. True if it became smaller, but not empty.
bool LinearFacts::tighten(Unknown unknown, std::int64_t coefficient, const Linear& fact) {
    const std::int64_t least_product = least(combined(Linear(unknown), coefficient, fact, -1));
    Definition& definition = definitions_[unknown.index()];
    if (least_product <= -kFar || least_product >= kFar || definition.range.size() <= 0) return false;
    const std::int64_t bound = floor_divide(-least_product, std::abs(coefficient));
    const Range limit = coefficient > 0 ? Range{std::max(-bound, -kFar), kFar} : Range{-kFar, bound + 1};
    const Range smaller = common_part(definition.range, limit);
    if (smaller == definition.range) return false;
    if (smaller.size() <= 0 && !assumptions_.empty()) possible_ = std::min(possible_, assumptions_.size() - 1);
    if (assumptions_.empty())
        definition.anywhere = smaller;
    else
        tightened_.push_back({unknown, definition.range, assumptions_.size()});
    definition.range = smaller;
    return smaller.size() > 0;
}

Range LinearFacts::range(const Linear& sum) const {
    return range(sum, &Definition::range);
}

Range LinearFacts::range(const Linear& sum, Range Definition::*of) const {
    if (!sum.exact) return {-kFar, kFar};
    Range range = only(sum.constant);
    for (const auto& [unknown, coefficient] : sum.terms) {
        const Range& values = definitions_[unknown.index()].*of;
        if (values.size() <= 0) return {0, 0};
        range = hlo2cpp::sum(range, scaled(values, coefficient));
    }
    return range;
}

std::int64_t LinearFacts::least(const Linear& sum) const {
    if (!sum.exact) return -kFar;
    std::int64_t least = sum.constant;
    for (const auto& [unknown, coefficient] : sum.terms) {
        const Range& values = definitions_[unknown.index()].range;
        if (values.size() <= 0) return kFar;
        least = far_sum(least, far_product(coefficient > 0 ? values.begin : values.last(), coefficient));
    }
    return least;
}

// Calls visit(fact) until one is true.
template <typename Visit>
bool LinearFacts::any_fact(Unknown unknown, Visit&& visit) const {
    for (auto fact = assumptions_.rbegin(); fact != assumptions_.rend(); ++fact)
        if (visit(*fact)) return true;
    return std::ranges::any_of(definitions_[unknown.index()].facts, visit);
}

bool LinearFacts::not_negative(const Linear& sum) const {
    return possible_ != SIZE_MAX || proves(sum, kMostTries);
}

// Replaces the unknowns one after the other, the newest first, by the worst value or by a fact, which needs few tries;
// then in any order.
bool LinearFacts::proves(const Linear& sum, std::size_t most_tries) const {
    return least(sum) >= 0 || proves(sum, most_tries, true) || proves(sum, most_tries, false);
}

// An unknown of the sum cancels if a fact in which it has the same sign is subtracted often enough. If the rest is not
// negative, by ranges or by further facts, then neither is the sum. The rest with the largest lower bound is tried
// first. Sums are integers: n times the sum, plus n - 1, is negative if the sum is.
bool LinearFacts::proves(const Linear& sum, std::size_t most_tries, bool newest_first) const {
    std::set<Linear> seen;
    std::map<std::pair<std::int64_t, std::size_t>, Linear> pending; // by lower bound, then the newest
    const auto add = [&](const Linear& goal) {
        Linear reduced = without_factor(goal);
        const std::int64_t bound = least(reduced);
        if (bound < 0 && !reduced.terms.empty() && seen.insert(reduced).second)
            pending.emplace(std::pair{bound, seen.size()}, std::move(reduced));
        return bound >= 0;
    };
    if (add(sum)) return true;
    while (!pending.empty() && seen.size() < most_tries) {
        const Linear goal = std::move(pending.rbegin()->second);
        pending.erase(std::prev(pending.end()));
        const auto shown_by = [&](Unknown unknown, std::int64_t in_goal) {
            return any_fact(unknown, [&](const Linear& fact) {
                const std::int64_t in_fact = fact.coefficient(unknown);
                if (in_fact == 0 || (in_fact > 0) != (in_goal > 0)) return false;
                const std::int64_t common = std::gcd(in_fact, in_goal), times = std::abs(in_fact) / common;
                const Linear rest = combined(goal, times, fact, -(std::abs(in_goal) / common)) + (times - 1);
                return rest.exact && add(rest);
            });
        };
        if (newest_first) {
            const auto [unknown, coefficient] = goal.terms.back();
            const Range& values = definitions_[unknown.index()].range;
            const std::int64_t worst = coefficient > 0 ? values.begin : values.last();
            if (worst > -kFar && worst < kFar && add(goal + (Linear(worst) - Linear(unknown)) * coefficient))
                return true;
            if (shown_by(unknown, coefficient)) return true;
        } else {
            for (const auto& [unknown, coefficient] : goal.terms)
                if (shown_by(unknown, coefficient)) return true;
        }
    }
    return false;
}

Linear LinearFacts::made_of(Form form, const Linear& a, const Linear& b, const Range& range, bool& made) {
    const auto [entry, is_new] = known_.try_emplace({form, a, b});
    if (is_new) entry->second = unknown(range);
    made = is_new;
    return entry->second;
}

// Narrows the range of a quotient by one at a time, at either end, while the facts prove that the dividend does not
// reach that end.
void LinearFacts::tighten_quotient(const Linear& quotient, const Linear& a, std::int64_t divisor) {
    constexpr int kMostSteps = 4;
    const auto proved = [&](const Linear& sum) { return sum.exact && proves(sum, kMostTriesOfAssumptions); };
    for (int i = 0; i < kMostSteps; ++i) {
        const Range values = range(quotient);
        const bool finite = values.begin > -kFar && values.end < kFar && values.size() > 1;
        if (finite && proved(Linear(values.last()) * divisor - 1 - a))
            tighten(Linear(values.last() - 1) - quotient);
        else if (finite && proved(a - Linear(values.begin + 1) * divisor))
            tighten(quotient - (values.begin + 1));
        else
            return;
    }
}

Linear LinearFacts::floor_quotient(const Linear& a, std::int64_t divisor) {
    const Linear q = quotient_of(a, divisor);
    if (!q.is_number()) tighten_quotient(q, a, divisor);
    return q;
}

Linear LinearFacts::quotient_of(const Linear& a, std::int64_t divisor) {
    if (a.is_number()) return floor_divide(a.constant, divisor);
    bool made = false;
    const Linear q =
        made_of(Form::FloorQuotient, a, divisor, floor_divided(range(a, &Definition::anywhere), divisor), made);
    if (!made) return q;
    define(q, a - q * divisor);
    define(q, q * divisor + (divisor - 1) - a);
    round_with_others(q);
    return q;
}

// Combines the two facts of a new quotient with the assumptions and with the facts of other quotients.
void LinearFacts::round_with_others(const Linear& quotient) {
    constexpr std::size_t kMostOthers = 16; // the newest
    for (const Linear& of_quotient : {of(quotient).facts[0], of(quotient).facts[1]}) {
        for (std::size_t i = 0, known = assumptions_.size(); i < known; ++i)
            assume_rounded(Linear(assumptions_[i]), of_quotient);
        const std::size_t others = quotient_facts_.size();
        for (std::size_t i = others - std::min(others, kMostOthers); i < others; ++i)
            assume_rounded(quotient_facts_[i], of_quotient);
        quotient_facts_.push_back(of_quotient);
    }
}

Linear LinearFacts::quotient(const Linear& a, std::int64_t divisor) {
    if (a.is_number()) return a.constant / divisor;
    if (not_negative(a)) return floor_quotient(a, divisor);
    const Range values = range(a, &Definition::anywhere);
    const auto rounded = [&](std::int64_t value) { // to zero
        return value <= -kFar || value >= kFar ? value : value / divisor;
    };
    bool made = false;
    const Linear q = made_of(Form::Quotient, a, divisor, from_to(rounded(values.begin), rounded(values.last())), made);
    if (!made) return q;
    define(q, a + (divisor - 1) - q * divisor);
    define(q, q * divisor + (divisor - 1) - a);
    of(q).numerator = a;
    of(q).divisor = divisor;
    round_with_others(q);
    return q;
}

Linear LinearFacts::floor_remainder(const Linear& a, std::int64_t divisor) {
    if (a.is_number()) return a.constant - floor_divide(a.constant, divisor) * divisor;
    if (const auto quotient = floor_divided(range(a), divisor).single()) return a - Linear(*quotient) * divisor;
    bool made = false;
    const Linear r = made_of(Form::FloorRemainder, a, divisor, {0, divisor}, made);
    if (!made) return r;
    const Linear q = floor_quotient(a, divisor); // a = q * divisor + r
    define(r, a - q * divisor - r);
    define(r, q * divisor + r - a);
    return r;
}

Linear LinearFacts::remainder(const Linear& a, std::int64_t divisor) {
    if (not_negative(a)) return floor_remainder(a, divisor);
    bool made = false;
    return made_of(Form::Remainder, a, divisor, {1 - divisor, divisor}, made);
}

Linear LinearFacts::maximum(const Linear& a, const Linear& b) {
    Range x = range(a), y = range(b);
    if (x.begin >= y.last()) return a;
    if (y.begin >= x.last()) return b;
    x = range(a, &Definition::anywhere), y = range(b, &Definition::anywhere);
    bool made = false;
    const Linear most = made_of(Form::Maximum, a, b, {std::max(x.begin, y.begin), std::max(x.end, y.end)}, made);
    if (!made) return most;
    define(most, most - a);
    define(most, most - b);
    of(most).of_parts = true;
    return most;
}

Linear LinearFacts::minimum(const Linear& a, const Linear& b) {
    Range x = range(a), y = range(b);
    if (x.last() <= y.begin) return a;
    if (y.last() <= x.begin) return b;
    x = range(a, &Definition::anywhere), y = range(b, &Definition::anywhere);
    bool made = false;
    const Linear least = made_of(Form::Minimum, a, b, {std::min(x.begin, y.begin), std::min(x.end, y.end)}, made);
    if (!made) return least;
    define(least, a - least);
    define(least, b - least);
    of(least).of_parts = true;
    of(least).parts = {a, b};
    return least;
}

void LinearFacts::reach(const Linear& bound, std::int64_t least) {
    if (bound.is_number()) return;
    assume(bound - (least + 1));
    if (bound.constant != 0 || bound.terms.size() != 1 || bound.terms.front().second != 1) return;
    const Definition& definition = of(bound);
    // A quotient that is positive is rounded down.
    if (definition.divisor > 0 && least >= 0) assume(definition.numerator - bound * definition.divisor);
    const std::vector<Linear> parts = definition.parts;
    for (const Linear& part : parts) reach(part, least);
}

} // namespace hlo2cpp
