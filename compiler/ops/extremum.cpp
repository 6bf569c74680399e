#include "ops/extremum.h"

#include <algorithm>
#include <cmath>

namespace hlo2cpp {
namespace {

using tree::Expression;
using tree::Operator;

bool is_number(const Expression& operand) {
    return tree::number_of(operand).has_value();
}

// With a constant c one comparison is enough: "x <= c ? c : x" keeps a NaN x, and of equal zeros it takes the constant,
// which must then be the extreme one; else the comparison is strict.
Expression against_constant(const Expression& x, const Expression& constant, Operator comparison) {
    return tree::conditional(tree::binary(comparison, x, constant), constant, x);
}

bool is_zero(const Expression& constant, bool negative) {
    const double value = *tree::number_of(constant);
    return value == 0 && std::signbit(value) == negative;
}

// `wins` of the numbers, or a NaN.
Expression a_wins(Operator wins, const Expression& a, const Expression& b) {
    return tree::binary(Operator::Or, tree::binary(wins, a, b), tree::not_equal(a, a));
}

Expression both_zero(ElementType type, const Expression& a, const Expression& b) {
    const Expression zero = tree::zero(type);
    return tree::binary(Operator::And, tree::equal(a, zero), tree::equal(b, zero));
}

Operator maximum_takes(const Expression& constant) {
    return is_zero(constant, true) ? Operator::Less : Operator::LessEqual;
}

Operator minimum_takes(const Expression& constant) {
    return is_zero(constant, false) ? Operator::Greater : Operator::GreaterEqual;
}

} // namespace

bool has_number(std::span<const Expression> operands) {
    return std::any_of(operands.begin(), operands.end(), is_number);
}

Expression maximum_of(ElementType type, const Expression& a, const Expression& b) {
    if (is_number(b)) return against_constant(a, b, maximum_takes(b));
    if (is_number(a)) return against_constant(b, a, maximum_takes(a));
    const Expression others = tree::conditional(both_zero(type, a, b), tree::add(a, b), b);
    return tree::conditional(a_wins(Operator::Greater, a, b), a, others);
}

Expression minimum_of(ElementType type, const Expression& a, const Expression& b) {
    if (is_number(b)) return against_constant(a, b, minimum_takes(b));
    if (is_number(a)) return against_constant(b, a, minimum_takes(a));
    const Expression zero = tree::minus(tree::subtract(tree::minus(a), b)); // +0 only if both are
    const Expression others = tree::conditional(both_zero(type, a, b), zero, b);
    return tree::conditional(a_wins(Operator::Less, a, b), a, others);
}

} // namespace hlo2cpp
