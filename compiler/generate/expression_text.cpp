#include "generate/numbers.h"
#include "generate/tree_text.h"
#include "tree/operators.h"

namespace hlo2cpp {
namespace {

using tree::Expression;
using tree::ExpressionKind;
using tree::Operator;
using tree::Precedence;
using enum tree::Precedence;

Precedence precedence_of(const Expression& a) {
    switch (a->kind) {
    case ExpressionKind::Unary:
    case ExpressionKind::Binary: return info_of(a->op).precedence;
    case ExpressionKind::Conditional: return kConditional;
    default: return kAtom;
    }
}

std::string in_parentheses(const Expression& a) {
    return "(" + to_text(a) + ")";
}

// Text of an operand, in parentheses if it binds less tightly than `least`.
std::string operand_text(const Expression& a, Precedence least) {
    return precedence_of(a) >= least ? to_text(a) : in_parentheses(a);
}

// True for operators whose mix compilers warn of without parentheses, though the precedence is right.
bool wants_parentheses(Operator outer, const Expression& inner) {
    if (inner->kind != ExpressionKind::Binary) return false;
    const Precedence precedence = info_of(inner->op).precedence;
    switch (info_of(outer).precedence) {
    case kLogicalOr: return precedence == kLogicalAnd;
    case kOr:
    case kXor:
    case kAnd: return inner->op != outer && precedence < kUnary;
    case kShift: return precedence == kSum;
    case kEquality:
    case kRelation: return precedence == kEquality || precedence == kRelation;
    default: return false;
    }
}

std::string binary_text(const Expression& a) {
    const tree::OperatorInfo& op = info_of(a->op);
    const auto text = [&](const Expression& operand, Precedence least) {
        return wants_parentheses(a->op, operand) ? in_parentheses(operand) : operand_text(operand, least);
    };
    return text(a->operands[0], op.precedence) + " " + std::string(op.text) + " " +
           text(a->operands[1], tighter(op.precedence));
}

// Parentheses keep two minus signs from becoming a decrement; -(-1) is also clearer than two signs.
std::string unary_text(const Expression& a) {
    const Expression& operand = a->operands[0];
    const bool alone = tree::is_atom(operand) || (a->op == Operator::Not && operand->kind == ExpressionKind::Unary);
    return std::string(info_of(a->op).text) + (alone ? to_text(operand) : in_parentheses(operand));
}

// Parentheses surround a nested conditional, and a test that is no plain comparison.
std::string conditional_text(const Expression& a) {
    const auto part = [](const Expression& operand) { return operand_text(operand, kSum); };
    const Expression& test = a->operands[0];
    const bool plain = precedence_of(test) >= kEquality || precedence_of(test) == kLogicalAnd;
    return (plain ? to_text(test) : in_parentheses(test)) + " ? " + part(a->operands[1]) + " : " + part(a->operands[2]);
}

std::string list_text(const std::vector<Expression>& operands) {
    std::string text;
    for (const Expression& operand : operands) text += (text.empty() ? "" : ", ") + to_text(operand);
    return text;
}

std::string literal_text(const tree::Expression::Node& literal) {
    if (!literal.name.empty()) return literal.name;
    const ElementType type = literal.type.element;
    return literal.type.kind == tree::TypeKind::Memory ? memory_literal(type, literal.bits.data())
                                                       : value_literal(type, literal.bits.data());
}

// f32x8_at(x + i)[v]
std::string vector_text(const Expression& a) {
    return tree::to_text(a->type) + (a->written ? "_to(" : "_at(") + to_text(a->operands[0]) + ")[" +
           to_text(a->operands[1]) + "]";
}

std::string cast_text(const Expression& a) {
    const bool bits = a->type.kind == tree::TypeKind::Vector && !a->type.pointer;
    return (bits ? "reinterpret_cast<" : "static_cast<") + tree::to_text(a->type) + ">(" + to_text(a->operands[0]) +
           ")";
}

} // namespace

std::string to_text(const Expression& a) {
    switch (a->kind) {
    case ExpressionKind::Literal: return literal_text(*a);
    case ExpressionKind::Integer: return integer_literal(a->number);
    case ExpressionKind::Name: return a->name;
    case ExpressionKind::String: return "\"" + a->name + "\"";
    case ExpressionKind::Unary: return unary_text(a);
    case ExpressionKind::Binary: return binary_text(a);
    case ExpressionKind::Conditional: return conditional_text(a);
    case ExpressionKind::Call: return a->name + "(" + list_text(a->operands) + ")";
    case ExpressionKind::Intrinsic: return name_of(a->intrinsic) + "(" + list_text(a->operands) + ")";
    case ExpressionKind::CallMember:
        return operand_text(a->operands[0], kAtom) + "->" + a->name + "(" +
               list_text({a->operands.begin() + 1, a->operands.end()}) + ")";
    case ExpressionKind::Subscript: return operand_text(a->operands[0], kAtom) + "[" + to_text(a->operands[1]) + "]";
    case ExpressionKind::Member: return operand_text(a->operands[0], kAtom) + "->" + a->name;
    case ExpressionKind::Field: return operand_text(a->operands[0], kAtom) + "." + a->name;
    case ExpressionKind::Cast: return cast_text(a);
    case ExpressionKind::VectorAt: return vector_text(a);
    case ExpressionKind::VectorZero: return tree::to_text(a->type) + "{}";
    case ExpressionKind::Construct:
        return (a->type.kind == tree::TypeKind::Void ? "" : tree::to_text(a->type)) + "{" + list_text(a->operands) +
               "}";
    }
    return {};
}

} // namespace hlo2cpp
