#include "program/linear_sums.h"

#include <vector>

#include "program/affine.h"
#include "program/checked_index.h"

namespace hlo2cpp {

using tree::Expression;
using tree::ExpressionKind;
using tree::Operator;

std::optional<Index> LinearSums::linear(const Expression& a) {
    if (a->kind == ExpressionKind::Integer) return Index(a->number);
    if (a->kind == ExpressionKind::Name) {
        Index name;
        name.products = {{variable(a->name), 1}};
        return name;
    }
    if (a->kind != ExpressionKind::Binary) return {};
    const std::optional<Index> left = linear(a->operands[0]), right = linear(a->operands[1]);
    if (!left || !right) return {};
    if (a->op == Operator::Add) return checked_sum(*left, *right);
    if (a->op == Operator::Subtract) return checked_sum(*left, *right, -1);
    if (a->op == Operator::Multiply && right->is_constant()) return checked_sum(0, *left, right->constant);
    return {};
}

Expression LinearSums::text(const Index& sum) const {
    std::vector<AffineTerm> terms;
    for (const auto& [name, term] : known_)
        if (const std::int64_t factor = coefficient(sum, term); factor != 0)
            terms.push_back({.coefficient = factor, .factor = tree::name(name)});
    return affine_sum(std::move(terms), sum.constant);
}

TermId LinearSums::variable(const std::string& name) {
    const auto [known, added] = known_.try_emplace(name, TermId(made_));
    made_ += added ? 1 : 0;
    return known->second;
}

} // namespace hlo2cpp
