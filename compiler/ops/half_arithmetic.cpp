#include "ops/half_arithmetic.h"

#include <algorithm>
#include <array>
#include <cstring>

namespace hlo2cpp {
namespace {

using tree::Expression;

struct HalfForm {
    Opcode opcode;
    IntrinsicId intrinsic;
};
constexpr auto kForms = std::to_array<HalfForm>({{Opcode::Add, IntrinsicId::HalfSum},
                                                 {Opcode::Subtract, IntrinsicId::HalfDifference},
                                                 {Opcode::Multiply, IntrinsicId::HalfProduct},
                                                 {Opcode::Divide, IntrinsicId::HalfQuotient},
                                                 {Opcode::Sqrt, IntrinsicId::HalfSqrt},
                                                 {Opcode::Maximum, IntrinsicId::HalfMaximum},
                                                 {Opcode::Minimum, IntrinsicId::HalfMinimum}});
// Ops on bits and masks, and a clamp, which is two extrema.
constexpr auto kOthers = std::to_array({Opcode::Negate, Opcode::Abs, Opcode::Select, Opcode::Clamp});
constexpr auto kOfMasks = std::to_array({Opcode::And, Opcode::Or, Opcode::Not});

Expression bits_of_half(std::uint16_t bits) {
    std::array<std::byte, sizeof bits> bytes = {};
    std::memcpy(bytes.data(), &bits, sizeof bits);
    return tree::memory_literal(ElementType::F16, bytes.data());
}

Expression half_intrinsic(IntrinsicId id, std::int64_t lanes, std::vector<Expression> operands) {
    return tree::intrinsic({id, {ElementType::F16, lanes}, ElementType::F16}, std::move(operands));
}

// A mask: all bits of a lane, or none. No comparison holds for a NaN but NE.
Expression print_half_compare(ComparisonDirection direction, const Expression& a, const Expression& b,
                              std::int64_t lanes) {
    switch (direction) {
    case ComparisonDirection::Eq: return half_intrinsic(IntrinsicId::HalfEqual, lanes, {a, b});
    case ComparisonDirection::Ne:
        return tree::unary(tree::Operator::Complement, half_intrinsic(IntrinsicId::HalfEqual, lanes, {a, b}));
    case ComparisonDirection::Lt: return half_intrinsic(IntrinsicId::HalfLess, lanes, {a, b});
    case ComparisonDirection::Le: return half_intrinsic(IntrinsicId::HalfLessEqual, lanes, {a, b});
    case ComparisonDirection::Gt: return half_intrinsic(IntrinsicId::HalfLess, lanes, {b, a});
    case ComparisonDirection::Ge: return half_intrinsic(IntrinsicId::HalfLessEqual, lanes, {b, a});
    }
    return {};
}

} // namespace

bool has_half_form(const ExprGraph& exprs, const Expr& expr) {
    const auto all_are = [&](ElementType type) {
        return std::ranges::all_of(expr.operands, [&](ExprId operand) { return exprs[operand].type == type; });
    };
    if (expr.opcode == Opcode::Compare) return all_are(ElementType::F16) && !expr.total_order;
    if (is_pred(expr.type)) return std::ranges::find(kOfMasks, expr.opcode) != kOfMasks.end();
    return expr.type == ElementType::F16 &&
           (std::ranges::find(kForms, expr.opcode, &HalfForm::opcode) != kForms.end() ||
            std::ranges::find(kOthers, expr.opcode) != kOthers.end());
}

Expression print_halves(const Expr& expr, std::span<const Expression> operands, std::int64_t lanes) {
    constexpr std::uint16_t kSign = 0x8000, kRest = 0x7fff;
    if (const auto* form = std::ranges::find(kForms, expr.opcode, &HalfForm::opcode); form != kForms.end())
        return half_intrinsic(form->intrinsic, lanes, {operands.begin(), operands.end()});
    switch (expr.opcode) {
    case Opcode::Negate: return tree::binary(tree::Operator::Xor, operands[0], bits_of_half(kSign));
    case Opcode::Abs: return tree::binary(tree::Operator::And, operands[0], bits_of_half(kRest));
    case Opcode::Compare: return print_half_compare(expr.direction, operands[0], operands[1], lanes);
    case Opcode::Select: return tree::conditional(operands[0], operands[1], operands[2]);
    case Opcode::And: return tree::binary(tree::Operator::And, operands[0], operands[1]);
    case Opcode::Or: return tree::binary(tree::Operator::Or, operands[0], operands[1]);
    case Opcode::Not: return tree::unary(tree::Operator::Complement, operands[0]);
    default: { // clamp
        const Expression least = half_intrinsic(IntrinsicId::HalfMaximum, lanes, {operands[0], operands[1]});
        return half_intrinsic(IntrinsicId::HalfMinimum, lanes, {least, operands[2]});
    }
    }
}

Expression halves_of(const Expression& bits, std::int64_t lanes) {
    return tree::subtract(bits, tree::vector_zero(tree::vector_type(ElementType::U16, lanes)));
}

Expression halves_are_numbers(const Expression& halves, std::int64_t lanes) {
    return half_intrinsic(IntrinsicId::HalfEqual, lanes, {halves, halves});
}

} // namespace hlo2cpp
