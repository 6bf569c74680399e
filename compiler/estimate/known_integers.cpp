#include "estimate/known_integers.h"

#include <algorithm>
#include <cmath>

namespace hlo2cpp {
namespace {

using tree::Expression;
using tree::ExpressionKind;
using tree::Operator;

std::optional<double> value_of_operator(Operator op, double a, double b) {
    switch (op) {
    case Operator::Multiply: return a * b;
    case Operator::Divide: return b == 0 ? std::nullopt : std::optional(std::floor(a / b));
    case Operator::Remainder: return b == 0 ? std::nullopt : std::optional(a - b * std::floor(a / b));
    case Operator::Add: return a + b;
    case Operator::Subtract: return a - b;
    case Operator::Less: return a < b;
    case Operator::LessEqual: return a <= b;
    case Operator::Greater: return a > b;
    case Operator::GreaterEqual: return a >= b;
    case Operator::Equal: return a == b;
    case Operator::NotEqual: return a != b;
    case Operator::LogicalAnd: return a != 0 && b != 0;
    case Operator::LogicalOr: return a != 0 || b != 0;
    default: return std::nullopt;
    }
}

// The later or the earlier of two. Where one depends on the round of a band it is the other: only at the edges of an
// array do loops begin later, or end earlier.
std::optional<double> value_of_call(const Expression& call, const KnownIntegers& known) {
    const bool later = call->name.starts_with("later_"), earlier = call->name.starts_with("earlier_");
    if (!later && !earlier) return std::nullopt;
    const std::optional<double> a = value_of(call->operands[0], known), b = value_of(call->operands[1], known);
    if (!a || !b) return a ? a : b;
    return later ? std::max(*a, *b) : std::min(*a, *b);
}

} // namespace

std::optional<double> value_of(const Expression& expression, const KnownIntegers& known) {
    switch (expression->kind) {
    case ExpressionKind::Integer: return static_cast<double>(expression->number);
    case ExpressionKind::Name: {
        const auto found = known.find(expression->name);
        return found == known.end() ? std::nullopt : std::optional(found->second);
    }
    case ExpressionKind::Cast: return value_of(expression->operands[0], known);
    case ExpressionKind::Call: return value_of_call(expression, known);
    case ExpressionKind::Binary: {
        const std::optional<double> a = value_of(expression->operands[0], known);
        if (!a) return std::nullopt;
        const std::optional<double> b = value_of(expression->operands[1], known);
        return b ? value_of_operator(expression->op, *a, *b) : std::nullopt;
    }
    case ExpressionKind::Conditional: {
        const std::optional<double> test = value_of(expression->operands[0], known);
        return test ? value_of(expression->operands[*test != 0 ? 1 : 2], known) : std::nullopt;
    }
    default: return std::nullopt;
    }
}

} // namespace hlo2cpp
