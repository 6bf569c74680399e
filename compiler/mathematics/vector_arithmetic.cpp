#include "mathematics/vector_arithmetic.h"

#include <algorithm>
#include <set>
#include <utility>

namespace hlo2cpp {
namespace {

using tree::Expression;
using tree::ExpressionKind;
using tree::Operator;

// The intrinsics that stand for an operator: of two vectors, and of a vector and a number where there is one.
struct OperatorCalls {
    Operator op;
    IntrinsicId of_vectors;
    std::optional<IntrinsicId> with_number;
};
constexpr OperatorCalls kOperators[] = {
    {Operator::Add, IntrinsicId::Sum, IntrinsicId::AddNumber},
    {Operator::Subtract, IntrinsicId::Difference, IntrinsicId::AddNumber}, // of the number with the other sign
    {Operator::Multiply, IntrinsicId::Product, IntrinsicId::MultiplyNumber},
    {Operator::Divide, IntrinsicId::Ratio, std::nullopt},
};

// Null for an operator that is no arithmetic.
const OperatorCalls* calls_of(Operator op) {
    const auto* const row = std::ranges::find(kOperators, op, &OperatorCalls::op);
    return row == std::ranges::end(kOperators) ? nullptr : row;
}

// A literal, also one with a sign.
std::optional<double> signed_number(const Expression& a) {
    if (a->kind != ExpressionKind::Unary || a->op != Operator::Minus) return tree::number_of(a);
    const std::optional<double> number = tree::number_of(a->operands[0]);
    return number ? std::optional(-*number) : std::nullopt;
}

Expression literal(double number) {
    const Expression size = tree::number(ElementType::F32, number < 0 ? -number : number);
    return number < 0 ? tree::minus(size) : size;
}

// The number with the other sign.
Expression opposite(const Expression& a) {
    const std::optional<double> number = signed_number(a);
    return number ? literal(-*number) : tree::minus(a);
}

class ArithmeticCalls {
public:
    ArithmeticCalls(const Target& target, std::int64_t lanes) : target_(target), vector_{ElementType::F32, lanes} {}

    void note(const tree::Type& type, const std::string& name) {
        if (type.element == ElementType::F32) floats_.insert(name);
    }
    void operator()(tree::Declare& declare) {
        note(declare.type, declare.name);
        declare.value = rewritten(declare.value);
    }
    void operator()(tree::Assign& assign) { assign.value = rewritten(assign.value); }
    void operator()(tree::Return& result) { result.value = rewritten(result.value); }
    void operator()(auto&) const {}

private:
    // A product, one of whose factors may be a literal, which is then the second one.
    struct Product {
        Expression a, b;
        std::optional<double> number;
    };

    Expression rewritten(const Expression& a) const {
        if (!a.valid()) return a;
        if (a->kind == ExpressionKind::Binary && is_float(a))
            if (const Expression call = arithmetic(a->op, a->operands[0], a->operands[1]); call.valid()) return call;
        std::vector<Expression> operands = a->operands;
        for (Expression& operand : operands) operand = rewritten(operand);
        return operands.empty() ? a : tree::with_operands(a, std::move(operands));
    }

    bool is_float(const Expression& a) const {
        switch (a->kind) {
        case ExpressionKind::Name: return floats_.contains(a->name);
        case ExpressionKind::Cast:
        case ExpressionKind::Literal: return a->type.element == ElementType::F32;
        case ExpressionKind::Intrinsic: return true; // of mathematics
        case ExpressionKind::Unary: return is_float(a->operands[0]);
        case ExpressionKind::Conditional: return is_float(a->operands[1]);
        case ExpressionKind::Binary:
            return calls_of(a->op) != nullptr && is_float(a->operands[0]) && is_float(a->operands[1]);
        default: return false;
        }
    }

    // None if the machine has the operator.
    Expression arithmetic(Operator op, const Expression& x, const Expression& y) const {
        if (op == Operator::Add && is_product(y)) return fused(x, product(y), 1);
        if (op == Operator::Add && is_product(x)) return fused(y, product(x), 1);
        if (op == Operator::Subtract && is_product(y) && product(y).number) return fused(x, product(y), -1);
        if (op == Operator::Subtract && is_product(x) && signed_number(y)) return fused(opposite(y), product(x), 1);
        const auto operand = [&](const Expression& a) {
            return LaneOperand{rewritten(a), signed_number(a).has_value()};
        };
        return arithmetic_call(op, operand(x), operand(y), vector_.lanes, target_).value_or(Expression());
    }

    static bool is_product(const Expression& a) {
        return a->kind == ExpressionKind::Binary && a->op == Operator::Multiply;
    }
    static Product product(const Expression& a) {
        const Expression &first = a->operands[0], &second = a->operands[1];
        if (const auto number = signed_number(first)) return {second, first, number};
        return {first, second, signed_number(second)};
    }

    // x + sign * product, where a sign of -1 is that of a literal.
    Expression fused(const Expression& x, const Product& product, double sign) const {
        const Expression a = rewritten(product.a);
        const Expression b = product.number ? literal(sign * *product.number) : rewritten(product.b);
        const auto call = [&](IntrinsicId id, std::vector<Expression> operands) {
            return tree::intrinsic({id, vector_}, std::move(operands));
        };
        if (const auto number = signed_number(x))
            return call(IntrinsicId::MultiplyAdd, {a, product.number ? splat(b) : b, literal(*number)});
        return product.number ? call(IntrinsicId::AddMultiple, {rewritten(x), b, a})
                              : call(IntrinsicId::Fma, {a, b, rewritten(x)});
    }
    Expression splat(const Expression& number) const {
        return tree::subtract(number, tree::vector_zero(tree::vector_type(ElementType::F32, vector_.lanes)));
    }

    const Target& target_;
    const VectorType vector_;
    std::set<std::string> floats_; // variables
};

} // namespace

std::optional<Expression> arithmetic_call(Operator op, const LaneOperand& a, const LaneOperand& b, std::int64_t lanes,
                                          const Target& target) {
    const OperatorCalls* const calls = calls_of(op);
    if (calls == nullptr || !target.fuses_by_calls || (a.scalar && b.scalar)) return std::nullopt;
    const VectorType vector{ElementType::F32, lanes};
    const bool subtracts = op == Operator::Subtract;
    if (calls->with_number && (b.scalar || (a.scalar && !subtracts))) {
        const LaneOperand &lane = b.scalar ? a : b, &other = b.scalar ? b : a;
        const Expression number = subtracts ? opposite(other.value) : other.value;
        return tree::intrinsic({*calls->with_number, vector}, {lane.value, number});
    }
    if (calls->with_number && !target.operators_are_scalars) return std::nullopt; // the operator is an instruction
    const auto in_all_lanes = [&](const LaneOperand& x) {
        const Expression zeros = tree::vector_zero(tree::vector_type(ElementType::F32, lanes));
        return x.scalar ? tree::subtract(x.value, zeros) : x.value;
    };
    return tree::intrinsic({calls->of_vectors, vector}, {in_all_lanes(a), in_all_lanes(b)});
}

bool is_arithmetic_call(const Expression& a) {
    return a->kind == ExpressionKind::Intrinsic && std::ranges::any_of(kOperators, [&](const OperatorCalls& calls) {
               return a->intrinsic.id == calls.of_vectors || a->intrinsic.id == calls.with_number;
           });
}

tree::Function with_arithmetic_calls(tree::Function function, const Target& target) {
    if (!target.fuses_by_calls) return function;
    ArithmeticCalls calls(target, function.result.lanes);
    for (const tree::Parameter& parameter : function.parameters) calls.note(parameter.type, parameter.name);
    for (tree::Statement& statement : function.body) std::visit(calls, statement.node);
    return function;
}

} // namespace hlo2cpp
