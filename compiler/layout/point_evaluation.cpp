#include "layout/point_evaluation.h"

#include <algorithm>
#include <cstring>

#include "support/floor_divide.h"
#include "support/index.h"

namespace hlo2cpp {
namespace {

constexpr std::uint64_t kLongestRange = std::uint64_t{1} << 30; // that a run-time number is taken from

// A number in the range that is the same wherever the hash is.
std::int64_t number_in(const Range& range, std::uint64_t hash) {
    const auto size = static_cast<std::uint64_t>(std::max<std::int64_t>(range.size(), 1));
    return range.begin + static_cast<std::int64_t>(hash % std::min(size, kLongestRange));
}

} // namespace

void PointEvaluation::run(const EvaluationOrder& order) {
    for (const EvaluationStep& step : order) {
        if (step.is_term)
            terms_[at(step.number)] = evaluate(kernel_.space.terms()[at(step.number)]);
        else
            prints_[at(step.number)] = evaluate(kernel_.exprs[ExprId(at(step.number))]);
    }
}

PointEvaluation::Number PointEvaluation::number(const Index& index) const {
    Number sum{.number = index.constant};
    for (const Index::Product& product : index.products) {
        const Number& term = terms_[product.term.index()];
        sum.number += term.number * product.coefficient;
        sum.fault = std::max(sum.fault, term.fault);
    }
    return sum;
}

PointEvaluation::Truth PointEvaluation::hold(const std::vector<Condition>& conditions) const {
    Truth truth;
    for (const Condition& condition : conditions) {
        const auto [value, fault] = number(condition.index);
        truth.fault = std::max(truth.fault, fault);
        truth.holds = truth.holds && value >= condition.low && value < condition.high;
    }
    truth.holds = truth.holds && truth.fault == NoFingerprint::None;
    return truth;
}

std::optional<std::int64_t> PointEvaluation::element(ArgumentId argument, const Subscripts& index,
                                                     NoFingerprint& why) const {
    const std::vector<std::int64_t>& dims = kernel_[argument].dims;
    std::int64_t element = 0;
    why = NoFingerprint::None;
    for (std::size_t d = 0; d < dims.size(); ++d) {
        const auto [subscript, fault] = number(index[d]);
        why = std::max({why, fault, subscript < 0 || subscript >= dims[d] ? NoFingerprint::Undefined : fault});
        element = element * dims[d] + subscript;
    }
    return why == NoFingerprint::None ? std::optional(element) : std::nullopt;
}

PointEvaluation::Number PointEvaluation::evaluate(const Term& term) const {
    if (term.kind == TermKind::Dimension) return {.number = point[at(term.dimension)]};
    if (term.kind == TermKind::Variable)
        return {.number = number_in(term.range, mixed(call_[term.variable].index(), 0))};
    if (term.kind == TermKind::Dynamic) {
        const Fingerprint& value = prints_[term.value.index()];
        return {.number = number_in(term.range, value.hash), .fault = value.fault};
    }
    Number result = number(term.argument);
    const std::int64_t quotient = floor_divide(result.number, term.divisor);
    result.number = term.kind == TermKind::FloorDivide ? quotient : result.number - quotient * term.divisor;
    return result;
}

Fingerprint PointEvaluation::evaluate(const Expr& expr) const {
    switch (expr.kind) {
    case ExprKind::Constant: return of_constant(expr.type, expr.bits);
    case ExprKind::Load: {
        NoFingerprint why = NoFingerprint::None;
        const std::optional<std::int64_t> place = element(expr.argument, expr.index, why);
        return place ? read_(expr.argument, *place) : without_fingerprint(why);
    }
    case ExprKind::IndexValue: {
        const auto [value, fault] = number(expr.index[0]);
        return fault == NoFingerprint::None ? of_index(value) : without_fingerprint(fault);
    }
    case ExprKind::Apply: return apply(expr);
    case ExprKind::Guard: {
        const auto [holds, fault] = hold(expr.conditions);
        if (fault != NoFingerprint::None) return without_fingerprint(fault);
        return prints_[expr.operands[holds ? 0 : 1].index()];
    }
    case ExprKind::Accumulator:
        return at(expr.slot) < accumulators.size() ? accumulators[at(expr.slot)]
                                                   : without_fingerprint(NoFingerprint::InOrder);
    }
    return {};
}

std::optional<std::int64_t> PointEvaluation::known_number(ExprId id) const {
    const Expr& expr = kernel_.exprs[id];
    if (expr.kind == ExprKind::Constant && expr.type == ElementType::S32) {
        std::int32_t value = 0;
        std::memcpy(&value, expr.bits.data(), sizeof value);
        return value;
    }
    if (expr.kind != ExprKind::IndexValue) return std::nullopt;
    const auto [value, fault] = number(expr.index[0]);
    return fault == NoFingerprint::None ? std::optional(value) : std::nullopt;
}

Fingerprint PointEvaluation::apply(const Expr& expr) const {
    const auto operand = [&](std::size_t i) -> const Fingerprint& { return prints_[expr.operands[i].index()]; };
    if (expr.opcode == Opcode::Convert) return operand(0);
    if (expr.opcode == Opcode::Multiply && expr.type == ElementType::F32)
        if (std::optional<Fingerprint> product = product_of_constants(operand(0), operand(1))) return *product;
    if (expr.type == ElementType::S32 && expr.operands.size() == 2)
        if (const std::optional<std::int64_t> by = known_number(expr.operands[1]))
            if (std::optional<Fingerprint> bits = bits_of_constant(expr.opcode, operand(0), *by)) return *bits;
    Fingerprint made;
    made.hash = mixed(static_cast<std::uint64_t>(expr.opcode), static_cast<std::uint64_t>(expr.direction));
    bool zero = false; // a factor
    for (std::size_t i = 0; i < expr.operands.size(); ++i) {
        made.hash = mixed(made.hash, operand(i).hash);
        made.fault = std::max(made.fault, operand(i).fault);
        zero = zero || is_zero(operand(i));
    }
    if (!zero || expr.opcode != Opcode::Multiply || !made.is_known()) return made;
    return operand(is_zero(operand(0)) ? 0 : 1);
}

} // namespace hlo2cpp
