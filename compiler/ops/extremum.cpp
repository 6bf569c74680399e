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

// With a constant c one comparison suffices: "x <= c ? c : x" keeps a NaN x and takes the constant among equal zeros,
// which must then be the extreme zero; else the comparison is strict.
Expression against_constant(const Expression& x, const Expression& constant, Operator comparison) {
    return tree::conditional(tree::binary(comparison, x, constant), constant, x);
}

bool is_zero(const Expression& constant, bool negative) {
    const double value = *tree::number_of(constant);
    return value == 0 && std::signbit(value) == negative;
}

// Extremum of vectors by one instruction of the target.
Expression by_intrinsic(const PrintContext& context, IntrinsicId id) {
    return tree::intrinsic({id, {number_type(context.type()), context.lanes}},
                           {context.operands[0], context.operands[1]});
}

// Extremum of vectors: a NaN if there is one; of equal numbers, also zeros of either sign, the bits `joined`; else
// `wins` chooses.
Expression of_vectors(const PrintContext& context, Operator wins, Operator joined) {
    const Expression &a = context.operands[0], &b = context.operands[1];
    const Expression other = tree::conditional(tree::binary(wins, a, b), a, b); // b where either is NaN
    const Expression same = as_numbers(context, tree::binary(joined, as_bits(context, a), as_bits(context, b)));
    return tree::conditional(tree::not_equal(a, a), a, tree::conditional(tree::equal(a, b), same, other));
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

ExtremumParts with_element(const PrintContext& context, const ExtremumParts& parts, const Expression& element) {
    const bool largest = context.expr.opcode == Opcode::Maximum;
    const Expression wins = largest ? tree::greater(element, parts.number) : tree::less(element, parts.number);
    const Expression signs =
        tree::binary(largest ? Operator::And : Operator::Or, as_bits(context, parts.signs), as_bits(context, element));
    return {.number = tree::conditional(wins, element, parts.number),
            .signs = as_numbers(context, signs),
            .nan = tree::conditional(tree::equal(element, element), parts.nan, element)};
}

Expression joined_parts(const PrintContext& context, const ExtremumParts& parts) {
    const ElementType type = number_type(context.type());
    const Expression zeros = tree::vector_zero(tree::vector_type(type, context.lanes));
    const Expression sign = tree::subtract(tree::number(type, -0.0), zeros);
    const Expression zero =
        as_numbers(context, tree::binary(Operator::And, as_bits(context, parts.signs), as_bits(context, sign)));
    const Expression number = tree::conditional(tree::equal(parts.number, zeros), zero, parts.number);
    return tree::conditional(tree::equal(parts.nan, parts.nan), number, parts.nan);
}

Expression maximum_of(const PrintContext& context) {
    const Expression &a = context.operands[0], &b = context.operands[1];
    if (is_number(b)) return against_constant(a, b, maximum_takes(b));
    if (is_number(a)) return against_constant(b, a, maximum_takes(a));
    if (context.ordered_extremum) return by_intrinsic(context, IntrinsicId::Maximum);
    return of_vectors(context, Operator::Greater, Operator::And);
}

Expression minimum_of(const PrintContext& context) {
    const Expression &a = context.operands[0], &b = context.operands[1];
    if (is_number(b)) return against_constant(a, b, minimum_takes(b));
    if (is_number(a)) return against_constant(b, a, minimum_takes(a));
    if (context.ordered_extremum) return by_intrinsic(context, IntrinsicId::Minimum);
    return of_vectors(context, Operator::Less, Operator::Or);
}

} // namespace hlo2cpp
