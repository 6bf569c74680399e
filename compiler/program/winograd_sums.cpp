#include "program/winograd_sums.h"

#include "program/affine.h"

namespace hlo2cpp {

using tree::Expression;

Expression plus(const Expression& a, std::int64_t number) {
    if (a->kind == tree::ExpressionKind::Integer) return tree::integer(a->number + number);
    return number == 0 ? a : tree::add(a, tree::integer(number));
}

Expression plus(const Expression& a, const Expression& b) {
    if (b->kind == tree::ExpressionKind::Integer) return plus(a, b->number);
    return sum_of(a, b);
}

Expression times(const Expression& a, std::int64_t number) {
    if (a->kind == tree::ExpressionKind::Integer) return tree::integer(a->number * number);
    return number == 1 ? a : tree::multiply(a, tree::integer(number));
}

Expression weighted(const std::vector<double>& coefficients, const std::vector<Expression>& line,
                    const std::function<bool(std::size_t)>& wanted) {
    Expression sum;
    for (const bool positive : {true, false}) // "a - b" needs something in front
        for (std::size_t i = 0; i < line.size(); ++i) {
            const double c = coefficients[i];
            if (c == 0 || (c > 0) != positive || !wanted(i)) continue;
            const double magnitude = c < 0 ? -c : c;
            const Expression term =
                magnitude == 1 ? line[i] : tree::multiply(tree::number(ElementType::F32, magnitude), line[i]);
            if (!sum.valid())
                sum = positive         ? term
                      : magnitude == 1 ? tree::minus(term)
                                       : tree::multiply(tree::number(ElementType::F32, c), line[i]);
            else
                sum = positive ? tree::add(sum, term) : tree::subtract(sum, term);
        }
    return sum;
}

} // namespace hlo2cpp
