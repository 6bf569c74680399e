#include "scalarize/point_copy.h"

#include <algorithm>

#include "support/index.h"

namespace hlo2cpp {

void PointCopy::run(const EvaluationOrder& order) {
    for (const EvaluationStep& step : order) {
        if (step.is_term)
            terms_[at(step.number)] = copy(from_.space.terms()[at(step.number)]);
        else
            ids_[at(step.number)] = copy(from_.exprs[ExprId(at(step.number))]);
    }
}

std::optional<Index> PointCopy::index(const Index& index) const {
    Index sum = index.constant;
    for (const Index::Product& product : index.products) {
        const std::optional<Index>& term = terms_[product.term.index()];
        if (!term) return {};
        sum = sum + *term * product.coefficient;
    }
    return into_.space().recombine(std::move(sum));
}

std::optional<bool> PointCopy::hold(const std::vector<Condition>& conditions) const {
    bool known = true;
    for (const Condition& condition : conditions) {
        const std::optional<Index> value = index(condition.index);
        const Range all = value ? into_.space().range(*value) : Range{-kFar, kFar};
        if (all.end <= condition.low || all.begin >= condition.high) return false;
        known = known && contains({condition.low, condition.high}, all);
    }
    return known ? std::optional(true) : std::nullopt;
}

std::optional<Index> PointCopy::copy(const Term& term) {
    switch (term.kind) {
    case TermKind::Dimension: return Index(point[at(term.dimension)]);
    case TermKind::Variable: return variable_(term.variable, term.range);
    case TermKind::FloorDivide:
    case TermKind::Modulo: {
        const std::optional<Index> argument = index(term.argument);
        if (!argument) return {};
        return term.kind == TermKind::Modulo ? into_.space().modulo(*argument, term.divisor)
                                             : into_.space().floor_divide(*argument, term.divisor);
    }
    case TermKind::Dynamic: {
        const ExprId value = ids_[term.value.index()];
        if (!value.valid()) return {};
        const Range& all = into_.values_of(value);
        const auto clamped = [&](std::int64_t number) {
            return std::clamp(number, term.range.begin, term.range.last());
        };
        const Range range = from_to(clamped(all.begin), clamped(all.last()));
        return range.size() == 1 ? Index(range.begin) : into_.space().dynamic(value, range);
    }
    }
    return {};
}

ExprId PointCopy::copy(const Expr& expr) {
    switch (expr.kind) {
    case ExprKind::Constant: return into_.add(expr);
    case ExprKind::Load: {
        std::vector<Index> subscripts;
        for (const Index& one : expr.index) {
            std::optional<Index> subscript = index(one);
            if (!subscript) return {};
            subscripts.push_back(std::move(*subscript));
        }
        return read_(expr.argument, subscripts);
    }
    case ExprKind::IndexValue: {
        const std::optional<Index> value = index(expr.index[0]);
        return value ? into_.number(expr.type, *value, expr.name) : ExprId();
    }
    case ExprKind::Guard: return choice(expr);
    case ExprKind::Accumulator: return at(expr.slot) < accumulators.size() ? accumulators[at(expr.slot)] : ExprId();
    case ExprKind::Apply: break;
    }
    Expr applied = expr;
    for (ExprId& operand : applied.operands) {
        operand = ids_[operand.index()];
        if (!operand.valid()) return {};
    }
    return into_.add(std::move(applied));
}

ExprId PointCopy::choice(const Expr& guard) {
    const ExprId inside = ids_[guard.operands[0].index()], outside = ids_[guard.operands[1].index()];
    if (const std::optional<bool> holds = hold(guard.conditions)) return *holds ? inside : outside;
    if (!inside.valid() || !outside.valid()) return {};
    std::vector<Condition> conditions = guard.conditions;
    for (Condition& condition : conditions) {
        std::optional<Index> value = index(condition.index);
        if (!value) return {};
        condition.index = std::move(*value);
    }
    return into_.guard(std::move(conditions), inside, outside);
}

} // namespace hlo2cpp
