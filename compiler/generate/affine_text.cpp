#include "generate/affine_text.h"

#include <algorithm>
#include <numeric>
#include <span>
#include <utility>

#include "generate/numbers.h"

namespace hlo2cpp {
namespace {

std::int64_t magnitude(std::int64_t value) {
    return value < 0 ? -value : value;
}

void append(std::string& sum, bool negative, const std::string& text) {
    if (sum.empty())
        sum = (negative ? "-" : "") + text;
    else
        sum += (negative ? " - " : " + ") + text;
}

// A sum in a sum needs no parentheses.
std::string in_sum(const AffineTerm& term) {
    const bool is_sum = term.coefficient == 1 && term.text.starts_with('(') && term.text.ends_with(')');
    return is_sum ? term.text.substr(1, term.text.size() - 2) : term.text;
}

std::string flat_text(std::span<const AffineTerm> terms, std::int64_t constant) {
    std::string sum;
    const auto print = [&](const AffineTerm& term) {
        const std::int64_t factor = magnitude(term.coefficient);
        append(sum, term.coefficient < 0, factor == 1 ? in_sum(term) : term.text + " * " + integer_literal(factor));
    };
    // A positive term first, so that no sum starts with a minus sign where that can be.
    const auto first = std::ranges::find_if(terms, [](const AffineTerm& term) { return term.coefficient > 0; });
    if (first != terms.end())
        print(*first);
    else if (constant > 0 && !terms.empty())
        sum = integer_literal(std::exchange(constant, 0));
    for (auto it = terms.begin(); it != terms.end(); ++it)
        if (it != first) print(*it);
    if (constant != 0 || sum.empty())
        append(sum, constant < 0 && !sum.empty(), integer_literal(sum.empty() ? constant : magnitude(constant)));
    return sum;
}

// How well the terms from `split` on are the last digit of a number whose other digits count in units of the result:
// the range of that digit over the unit, in 1/16; lower is better.
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
        digit += terms[i].high * magnitude(terms[i].coefficient);
        if (unit[i] < 2) continue;
        const std::int64_t score = digit >= (std::int64_t{1} << 50) ? digit / unit[i] * 16 : digit * 16 / unit[i];
        if (best.unit == 0 || score < best.score) best = {.at = i, .unit = unit[i], .score = score, .digit = digit};
    }
    if (best.unit == 0 && terms.size() == 1) best = {.at = 1, .unit = magnitude(terms[0].coefficient)};
    return best;
}

} // namespace

std::string affine_text(std::vector<AffineTerm> terms, std::int64_t constant) {
    std::ranges::stable_sort(terms, [](const AffineTerm& a, const AffineTerm& b) {
        return magnitude(a.coefficient) > magnitude(b.coefficient);
    });
    const Split split = best_split(terms);
    // One digit, or digits that overlap too much to mean anything.
    const bool single = terms.size() == 1 && (split.unit < 2 || constant % split.unit != 0 || constant == 0);
    if (split.unit < 2 || split.score > 40 || single) return flat_text(terms, constant);
    // The constant goes to both: rounded down where the digit stays one, else to nearest: x * 8 + i - 1 and (x - 1) * 8
    // + i.
    std::int64_t quotient = constant / split.unit, rest = constant % split.unit;
    if (rest < 0) --quotient, rest += split.unit;
    if (rest > split.unit - split.digit && rest > split.unit / 2) ++quotient, rest -= split.unit;
    std::vector<AffineTerm> upper(terms.begin(), terms.begin() + static_cast<std::ptrdiff_t>(split.at));
    for (AffineTerm& term : upper) term.coefficient /= split.unit;
    const std::string high =
        in_parentheses(affine_text(std::move(upper), quotient)) + " * " + integer_literal(split.unit);
    std::string sum = high;
    for (const AffineTerm& term : std::span(terms).subspan(split.at)) {
        const std::int64_t factor = magnitude(term.coefficient);
        append(sum, term.coefficient < 0, factor == 1 ? in_sum(term) : term.text + " * " + integer_literal(factor));
    }
    if (rest != 0) append(sum, rest < 0, integer_literal(magnitude(rest)));
    return sum;
}

bool is_atom(const std::string& text) {
    const auto word = [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '.';
    };
    std::size_t i = 0;
    while (i < text.size() && word(text[i])) ++i;
    if (i == text.size()) return !text.empty();
    if (text[i] == '<' && text.starts_with("static_cast<")) i = text.find('>') + 1;
    while (i < text.size() && (text[i] == '(' || text[i] == '[')) {
        std::int64_t depth = 0;
        do {
            if (text[i] == '(' || text[i] == '[') ++depth;
            if (text[i] == ')' || text[i] == ']') --depth;
            ++i;
        } while (depth > 0 && i < text.size());
    }
    return i == text.size();
}

std::string in_parentheses(const std::string& text) {
    return is_atom(text) ? text : "(" + text + ")";
}

} // namespace hlo2cpp
