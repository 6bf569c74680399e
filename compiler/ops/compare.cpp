// compare: a EQ|NE|LT|LE|GT|GE b, pred. Floats compare by IEEE 754, or in total order: -NaN < -inf < ... < -0 < +0 <
// ... < NaN.
#include "ops/elementwise.h"

#include <cstring>
#include <utility>

#include "evaluate/tensor.h"
#include "kernel/integer_values.h"

namespace hlo2cpp {
namespace {

constexpr Formula kCompare = {.operands = 2, .kinds = kAnything};

bool orders(ComparisonDirection direction) {
    return direction != ComparisonDirection::Eq && direction != ComparisonDirection::Ne;
}

Shape infer_compare(const InferContext& context) {
    Shape shape = infer_elementwise(context);
    context.require(context.attributes().direction.has_value(), "compare needs a direction");
    context.require(!is_complex(shape.type) || !orders(*context.attributes().direction),
                    "complex numbers have no order: only EQ and NE compare them");
    shape.type = ElementType::Pred;
    return shape;
}

template <typename T>
bool holds(ComparisonDirection direction, T a, T b) {
    switch (direction) {
    case ComparisonDirection::Eq: return a == b;
    case ComparisonDirection::Ne: return a != b;
    case ComparisonDirection::Ge: return a >= b;
    case ComparisonDirection::Gt: return a > b;
    case ComparisonDirection::Le: return a <= b;
    case ComparisonDirection::Lt: return a < b;
    }
    return false;
}

Tensor evaluate_compare(const EvaluateContext& context) {
    Tensor result(context.shape());
    const Tensor &a = context.operand(0), &b = context.operand(1);
    const ComparisonDirection direction = *context.attributes().direction;
    const bool total = context.attributes().total_order;
    const ElementType type = a.shape.type;
    for (std::int64_t i = 0; i < result.integers().size(); ++i) {
        bool answer = false;
        if (is_complex(type))
            answer = (a.complexes()(i) == b.complexes()(i)) == (direction == ComparisonDirection::Eq);
        else if (is_float(type) && total)
            answer = holds(direction, total_order_key(a.reals()(i)), total_order_key(b.reals()(i)));
        else if (is_float(type))
            answer = holds(direction, a.reals()(i), b.reals()(i));
        else if (is_signed(type))
            answer = holds(direction, a.integers()(i), b.integers()(i));
        else
            answer = holds(direction, as_unsigned(a.integers()(i)), as_unsigned(b.integers()(i)));
        result.integers()(i) = answer ? 1 : 0;
    }
    return result;
}

// A comparison of integers whose values decide it needs no instruction.
std::vector<ExprId> element_compare(ElementBuilder& builder, const ElementIndex& index) {
    const Expr expr = applied_to_operands(builder, index);
    const ElementType type = builder.operand_shape(0).type;
    if (!is_integer(type) && !is_pred(type)) return {builder.exprs().add(expr)};
    const Range truth =
        truth_of(expr.direction, builder.values_of(expr.operands[0]), builder.values_of(expr.operands[1]));
    if (const std::optional<std::int64_t> known = truth.single())
        return {builder.constant(ElementType::Pred, static_cast<double>(*known))};
    return {builder.exprs().add(expr)};
}

tree::Operator infix(ComparisonDirection direction) {
    switch (direction) {
    case ComparisonDirection::Eq: return tree::Operator::Equal;
    case ComparisonDirection::Ne: return tree::Operator::NotEqual;
    case ComparisonDirection::Ge: return tree::Operator::GreaterEqual;
    case ComparisonDirection::Gt: return tree::Operator::Greater;
    case ComparisonDirection::Le: return tree::Operator::LessEqual;
    case ComparisonDirection::Lt: return tree::Operator::Less;
    }
    return {};
}

// Comparison of preds by logical operators, which compilers accept with a literal without a warning.
tree::Expression print_pred(ComparisonDirection direction, const tree::Expression& a, const tree::Expression& b) {
    switch (direction) {
    case ComparisonDirection::Eq: return tree::equal(a, b);
    case ComparisonDirection::Ne: return tree::not_equal(a, b);
    case ComparisonDirection::Ge: return tree::logical_or(a, tree::logical_not(b));
    case ComparisonDirection::Gt: return tree::logical_and(a, tree::logical_not(b));
    case ComparisonDirection::Le: return tree::logical_or(tree::logical_not(a), b);
    case ComparisonDirection::Lt: return tree::logical_and(tree::logical_not(a), b);
    }
    return {};
}

// The integer of a literal, all its 64 bits.
std::optional<std::int64_t> integer_of(const tree::Expression& operand) {
    if (operand->kind == tree::ExpressionKind::Integer) return operand->number;
    if (operand->kind != tree::ExpressionKind::Literal) return {};
    std::uint64_t bits = 0;
    std::memcpy(&bits, operand->bits.data(), operand->bits.size());
    return as_signed(bits);
}

// True for the smallest or largest number of an integer type: compilers warn of its comparison by `<`.
bool is_extreme(ElementType type, const tree::Expression& operand) {
    const std::optional<std::int64_t> integer = integer_of(operand);
    if (!integer) return false;
    const std::uint64_t bits = low_bits(type, *integer);
    const std::uint64_t smallest = is_signed(type) ? std::uint64_t{1} << (info(type).bits - 1) : 0;
    return bits == smallest || bits == low_bits(type, as_signed(smallest - 1));
}

tree::Expression print_less(ElementType type, ComparisonDirection direction, tree::Expression a, tree::Expression b) {
    const bool swapped = direction == ComparisonDirection::Gt || direction == ComparisonDirection::Le;
    const bool inverted = direction == ComparisonDirection::Ge || direction == ComparisonDirection::Le;
    if (swapped) std::swap(a, b);
    const tree::Expression less = tree::call("less", type, {a, b});
    return inverted ? tree::logical_not(less) : less;
}

// For a number and itself, EQ becomes GE and NE becomes LT: compilers warn of `x == x`.
ComparisonDirection with_itself(ComparisonDirection direction) {
    if (direction == ComparisonDirection::Eq) return ComparisonDirection::Ge;
    return direction == ComparisonDirection::Ne ? ComparisonDirection::Lt : direction;
}

tree::Expression print_compare(const PrintContext& context) {
    const ElementType type = byte_type(context.types[0]);
    const tree::Expression &a = context.operands[0], &b = context.operands[1];
    const bool itself = a == b && !is_float(type) && !is_complex(type);
    const ComparisonDirection direction = itself ? with_itself(context.expr.direction) : context.expr.direction;
    if (is_pred(type)) return print_pred(direction, a, b);
    if (is_integer(type) && orders(direction) && (itself || is_extreme(type, a) || is_extreme(type, b)))
        return print_less(type, direction, a, b);
    if (is_complex(type)) {
        const tree::Expression equal = tree::call("equal", type, {a, b});
        return direction == ComparisonDirection::Eq ? equal : tree::logical_not(equal);
    }
    const tree::Operator op = infix(context.expr.direction);
    if (!is_float(type) || !context.expr.total_order) return tree::binary(op, a, b);
    const ElementType computed = number_type(type);
    return tree::binary(op, tree::call("total_order_key", computed, {a}), tree::call("total_order_key", computed, {b}));
}

// A mask: all bits of a lane, or none.
tree::Expression print_vector_compare(const PrintContext& context) {
    return tree::binary(infix(context.expr.direction), context.operands[0], context.operands[1]);
}

Range range_compare(const RangeContext& x) {
    const bool integers = x.operand_type(0) != ElementType::F32;
    return integers ? truth_of(x.expr.direction, x.operand(0), x.operand(1)) : Range();
}

} // namespace

const OpDefinition op_compare = elementwise(
    kCompare,
    {.element = element_compare, .print = print_compare, .print_vector = print_vector_compare, .range = range_compare},
    {.infer = infer_compare, .evaluate = evaluate_compare, .exact = true});

} // namespace hlo2cpp
