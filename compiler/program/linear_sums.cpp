#include "program/linear_sums.h"

#include <vector>

#include "program/affine.h"

namespace hlo2cpp {

using tree::Expression;
using tree::ExpressionKind;
using tree::Operator;

std::optional<Linear> LinearSums::linear(const Expression& a) {
    if (a->kind == ExpressionKind::Integer) return Linear(a->number);
    if (a->kind == ExpressionKind::Name) return Linear(named(a->name));
    if (a->kind != ExpressionKind::Binary) return {};
    const std::optional<Linear> left = linear(a->operands[0]), right = linear(a->operands[1]);
    if (!left || !right) return {};
    if (a->op == Operator::Add) return *left + *right;
    if (a->op == Operator::Subtract) return *left - *right;
    if (a->op == Operator::Multiply && right->is_number()) return *left * right->constant;
    return {};
}

Expression LinearSums::text(const Linear& sum) const {
    std::vector<AffineTerm> terms;
    for (const auto& [name, unknown] : known_)
        if (const std::int64_t coefficient = sum.coefficient(unknown); coefficient != 0)
            terms.push_back({.coefficient = coefficient, .factor = tree::name(name)});
    return affine_sum(std::move(terms), sum.constant);
}

Unknown LinearSums::named(const std::string& name) {
    const auto [known, added] = known_.try_emplace(name, Unknown(made_));
    made_ += added ? 1 : 0;
    return known->second;
}

} // namespace hlo2cpp
