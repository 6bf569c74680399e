#include "kernel/expression.h"

namespace hlo2cpp {

std::size_t hash_of(const Expr& expr) {
    std::size_t hash = static_cast<std::size_t>(expr.kind);
    mix(hash, static_cast<std::int64_t>(expr.type));
    for (const ExprId operand : expr.operands) mix(hash, operand.value);
    for (const std::byte byte : expr.bits) mix(hash, static_cast<std::int64_t>(byte));
    mix(hash, expr.argument.value);
    for (const Index& index : expr.index) mix(hash, index);
    mix(hash, static_cast<std::int64_t>(expr.opcode));
    for (const Condition& condition : expr.conditions) mix(hash, condition.index);
    mix(hash, expr.slot);
    return hash;
}

bool Expr::same_as(const Expr& other) const {
    return kind == other.kind && type == other.type && operands == other.operands && bits == other.bits &&
           argument == other.argument && index == other.index && opcode == other.opcode &&
           direction == other.direction && total_order == other.total_order && exponent_bits == other.exponent_bits &&
           mantissa_bits == other.mantissa_bits && nearest == other.nearest && not_positive == other.not_positive &&
           addend == other.addend && rounded == other.rounded && conditions == other.conditions && slot == other.slot;
}

ExprId ExprGraph::add(Expr expr) {
    if (const std::optional<ExprId> known = find(expr)) return *known;
    const ExprId id(exprs_.size());
    lookup_.emplace(hash_of(expr), id);
    exprs_.push_back(std::move(expr));
    return id;
}

std::optional<ExprId> ExprGraph::find(const Expr& expr) const {
    const auto [begin, end] = lookup_.equal_range(hash_of(expr));
    for (auto it = begin; it != end; ++it)
        if (exprs_[it->second.index()].same_as(expr)) return it->second;
    return {};
}

} // namespace hlo2cpp
