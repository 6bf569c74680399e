#include "program/affine.h"

#include <algorithm>
#include <numeric>
#include <span>
#include <utility>

namespace hlo2cpp {
namespace {

using tree::Expression;

bool is_sum(const Expression& a) {
    return a->kind == tree::ExpressionKind::Binary &&
           (a->op == tree::Operator::Add || a->op == tree::Operator::Subtract);
}

// sum + part, or sum - part; a sum that is added goes into the sum.
Expression joined(const Expression& sum, bool negative, const Expression& part) {
    if (!negative && sum.valid() && is_sum(part)) {
        const Expression first = joined(sum, false, part->operands[0]);
        return joined(first, part->op == tree::Operator::Subtract, part->operands[1]);
    }
    if (!sum.valid()) return negative ? tree::minus(part) : part;
    return negative ? tree::subtract(sum, part) : tree::add(sum, part);
}

Expression with_term(const Expression& sum, const AffineTerm& term) {
    const std::int64_t size = std::abs(term.coefficient);
    const bool negative = term.coefficient < 0;
    if (size == 1) return joined(sum, negative, term.factor);
    const Expression factor = negative && !sum.valid() ? tree::minus(term.factor) : term.factor;
    return joined(sum, negative && sum.valid(), tree::multiply(factor, tree::integer(size)));
}

Expression with_number(const Expression& sum, std::int64_t number) {
    if (!sum.valid()) return tree::integer(number);
    return number == 0 ? sum : joined(sum, number < 0, tree::integer(std::abs(number)));
}

Expression flat_sum(std::span<const AffineTerm> terms, std::int64_t constant) {
    Expression sum;
    // A positive term first, so that no sum starts with a minus sign where that can be.
    const auto first = std::ranges::find_if(terms, [](const AffineTerm& term) { return term.coefficient > 0; });
    if (first != terms.end())
        sum = with_term(sum, *first);
    else if (constant > 0 && !terms.empty())
        sum = tree::integer(std::exchange(constant, 0));
    for (auto it = terms.begin(); it != terms.end(); ++it)
        if (it != first) sum = with_term(sum, *it);
    return with_number(sum, constant);
}

// A split of a sum's terms, as in a mixed-radix number: the terms from `at` on are the last digit, the terms before
// count in units of `unit`. Score: the range of the last digit over the unit, in 1/16; lower is better.
struct Split {
    std::size_t at = 0;
    std::int64_t unit = 0;
    std::int64_t score = 0;
    std::int64_t digit = 1; // number of values of the last digit
};

Split best_split(std::span<const AffineTerm> terms) {
    std::vector<std::int64_t> unit(terms.size() + 1, 0); // gcd of the coefficients before
    for (std::size_t i = 0; i < terms.size(); ++i) unit[i + 1] = std::gcd(unit[i], terms[i].coefficient);
    Split best;
    std::int64_t digit = 1; // number of values of the terms from i on
    for (std::size_t i = terms.size(); i-- > 1;) {
        digit += terms[i].high * std::abs(terms[i].coefficient);
        if (unit[i] < 2) continue;
        const std::int64_t score = digit >= (std::int64_t{1} << 50) ? digit / unit[i] * 16 : digit * 16 / unit[i];
        if (best.unit == 0 || score < best.score) best = {.at = i, .unit = unit[i], .score = score, .digit = digit};
    }
    if (best.unit == 0 && terms.size() == 1) best = {.at = 1, .unit = std::abs(terms[0].coefficient)};
    return best;
}

bool subtracts(const Expression& a) {
    return (a->kind == tree::ExpressionKind::Binary && a->op == tree::Operator::Subtract) ||
           std::ranges::any_of(a->operands, subtracts);
}

} // namespace

Expression sum_of(const Expression& a, const Expression& b) {
    if (tree::is_integer(b, 0)) return a;
    return tree::is_integer(a, 0) ? b : joined(a, false, b);
}

Expression address_of(const Expression& array, const Expression& index) {
    return subtracts(index) ? tree::add(array, index) : sum_of(array, index);
}

Expression multiple_of(const Expression& a, std::int64_t factor) {
    return tree::is_integer(a, 0) ? a : tree::multiply(a, tree::integer(factor));
}

Expression affine_sum(std::vector<AffineTerm> terms, std::int64_t constant) {
    std::ranges::stable_sort(terms, [](const AffineTerm& a, const AffineTerm& b) {
        return std::abs(a.coefficient) > std::abs(b.coefficient);
    });
    const Split split = best_split(terms);
    // One digit, or digits that overlap too much to mean anything.
    const bool single = terms.size() == 1 && (split.unit < 2 || constant % split.unit != 0 || constant == 0);
    if (split.unit < 2 || split.score > 40 || single) return flat_sum(terms, constant);
    // The constant goes to both: rounded down where the digit stays one, else to nearest: x * 8 + i - 1 and (x - 1) * 8
    // + i.
    std::int64_t quotient = constant / split.unit, rest = constant % split.unit;
    if (rest < 0) --quotient, rest += split.unit;
    if (rest > split.unit - split.digit && rest > split.unit / 2) ++quotient, rest -= split.unit;
    std::vector<AffineTerm> upper(terms.begin(), terms.begin() + static_cast<std::ptrdiff_t>(split.at));
    for (AffineTerm& term : upper) term.coefficient /= split.unit;
    Expression sum = tree::multiply(affine_sum(std::move(upper), quotient), tree::integer(split.unit));
    for (const AffineTerm& term : std::span(terms).subspan(split.at)) sum = with_term(sum, term);
    return with_number(sum, rest);
}

} // namespace hlo2cpp
