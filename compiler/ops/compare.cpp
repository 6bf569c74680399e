// compare: a EQ|NE|LT|LE|GT|GE b, pred. Floats as IEEE says, or in total order: -NaN < -inf < ... < -0 < +0 < ... <
// NaN.
#include "ops/elementwise.h"

#include <bit>
#include <cmath>

#include "evaluate/tensor.h"

namespace hlo2cpp {
namespace {

constexpr Formula kCompare = {.operands = 2, .kinds = kAnything};

bool orders(ComparisonDirection direction) {
    return direction != ComparisonDirection::Eq && direction != ComparisonDirection::Ne;
}

Shape infer(const InferContext& context) {
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

// Integers in the total order of the numbers whose bits they are.
std::int64_t total_order_key(double x) {
    const auto bits = std::bit_cast<std::int64_t>(x);
    return bits < 0 ? bits ^ INT64_MAX : bits;
}

Tensor evaluate(const EvaluateContext& context) {
    Tensor result(context.shape());
    const Tensor &a = context.operand(0), &b = context.operand(1);
    const ComparisonDirection direction = *context.attributes().direction;
    const bool total = context.attributes().total_order;
    const ElementType type = a.shape.type;
    for (Eigen::Index i = 0; i < result.integers().size(); ++i) {
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

// Whether the comparison of indices holds at all points, or at none.
std::optional<bool> decided(ComparisonDirection direction, const Interval& a, const Interval& b) {
    const auto equals = [&]() -> std::optional<bool> {
        if (a.high < b.low || b.high < a.low) return false;
        return a.low == a.high && a == b ? std::optional(true) : std::nullopt;
    };
    const auto less = [](const Interval& x, const Interval& y) -> std::optional<bool> {
        if (x.high < y.low) return true;
        return x.low >= y.high ? std::optional(false) : std::nullopt;
    };
    const auto inverted = [](std::optional<bool> x) { return x ? std::optional(!*x) : std::nullopt; };
    switch (direction) {
    case ComparisonDirection::Eq: return equals();
    case ComparisonDirection::Ne: return inverted(equals());
    case ComparisonDirection::Lt: return less(a, b);
    case ComparisonDirection::Ge: return inverted(less(a, b));
    case ComparisonDirection::Gt: return less(b, a);
    case ComparisonDirection::Le: return inverted(less(b, a));
    }
    return {};
}

std::vector<ExprId> element(ElementBuilder& builder, const ElementIndex& index) {
    const auto operand = [&](std::size_t i) {
        return builder.as_index(builder.operand(i, builder.operand_shape(i).is_scalar() ? ElementIndex() : index));
    };
    const std::optional<Index> a = operand(0), b = operand(1);
    if (!a || !b) return element_of_operands(builder, index);
    const std::optional<bool> answer =
        decided(*builder.attributes().direction, builder.space().range(*a), builder.space().range(*b));
    if (!answer) return element_of_operands(builder, index);
    return {builder.constant(ElementType::Pred, *answer ? 1 : 0)};
}

const char* infix(ComparisonDirection direction) {
    switch (direction) {
    case ComparisonDirection::Eq: return " == ";
    case ComparisonDirection::Ne: return " != ";
    case ComparisonDirection::Ge: return " >= ";
    case ComparisonDirection::Gt: return " > ";
    case ComparisonDirection::Le: return " <= ";
    case ComparisonDirection::Lt: return " < ";
    }
    return "";
}

// In terms of what a compiler does not warn of where one of them is a literal.
std::string print_pred(ComparisonDirection direction, const std::string& a, const std::string& b) {
    switch (direction) {
    case ComparisonDirection::Eq: return a + " == " + b;
    case ComparisonDirection::Ne: return a + " != " + b;
    case ComparisonDirection::Ge: return a + " || !" + b;
    case ComparisonDirection::Gt: return a + " && !" + b;
    case ComparisonDirection::Le: return "!" + a + " || " + b;
    case ComparisonDirection::Lt: return "!" + a + " && " + b;
    }
    return {};
}

// The smallest or largest number of an integer type, or one that may be: compilers warn where it is compared with `<`.
bool is_extreme(ElementType type, const std::string& atom) {
    if (atom.find("INT") != std::string::npos) return true; // UINT64_C(...), INT32_MIN
    const double value = literal_value(atom);
    const int bits = info(type).bits - (is_signed(type) ? 1 : 0);
    return value == std::ldexp(1.0, bits) - 1 || value == (is_signed(type) ? -std::ldexp(1.0, bits) : 0.0);
}

std::string print_less(ElementType type, ComparisonDirection direction, const std::string& a, const std::string& b) {
    const bool swapped = direction == ComparisonDirection::Gt || direction == ComparisonDirection::Le;
    const bool inverted = direction == ComparisonDirection::Ge || direction == ComparisonDirection::Le;
    const std::string operands[] = {swapped ? b : a, swapped ? a : b};
    return (inverted ? "!" : "") + helper_call("less", type, operands);
}

// Of a number and itself, EQ is GE and NE is LT: compilers warn of `x == x`.
ComparisonDirection with_itself(ComparisonDirection direction) {
    if (direction == ComparisonDirection::Eq) return ComparisonDirection::Ge;
    return direction == ComparisonDirection::Ne ? ComparisonDirection::Lt : direction;
}

std::string print(const PrintContext& context) {
    const ElementType type = context.types[0];
    const std::string &a = context.operands[0], &b = context.operands[1];
    const bool itself = a == b && !is_float(type) && !is_complex(type);
    const ComparisonDirection direction = itself ? with_itself(context.expr.direction) : context.expr.direction;
    if (is_pred(type)) return print_pred(direction, a, b);
    if (is_integer(type) && orders(direction) && (itself || is_extreme(type, a) || is_extreme(type, b)))
        return print_less(type, direction, a, b);
    if (is_complex(type)) {
        const std::string equal = helper_call("equal", type, context.operands);
        return context.expr.direction == ComparisonDirection::Eq ? equal : "!" + equal;
    }
    if (!is_float(type) || !context.expr.total_order) return a + infix(context.expr.direction) + b;
    const ElementType computed = is_narrow_float(type) ? ElementType::F32 : type;
    return helper_call("total_order_key", computed, context.operands.first(1)) + infix(context.expr.direction) +
           helper_call("total_order_key", computed, context.operands.last(1));
}

} // namespace

const OpDefinition op_compare =
    elementwise(kCompare, {.element = element, .print = print}, {.infer = infer, .evaluate = evaluate, .exact = true});

} // namespace hlo2cpp
