#include "program/emit_point.h"

#include <algorithm>
#include <unordered_set>
#include <utility>

#include "support/diagnostics.h"

namespace hlo2cpp {

using tree::Expression;

EmitPoint::EmitPoint(const Kernel& kernel, std::vector<Range> ranges, std::vector<ExprId> roots, Names& names,
                     Blocks& blocks)
    : kernel_(kernel), ranges_(std::move(ranges)), roots_(std::move(roots)), bounds_(kernel.space, ranges_),
      dependences_(std::in_place, kernel, bounds_), uses_(kernel, *dependences_, roots_), names_(names),
      blocks_(blocks), dimensions_(ranges_.size()), base_(blocks.top()) {}

void EmitPoint::set_range(std::int64_t dim, Range range) {
    ranges_[static_cast<std::size_t>(dim)] = range;
    bounds_.limit(dim, range);
    decide_guards();
}

void EmitPoint::assume(const std::vector<Condition>& conditions) {
    bounds_ = Bounds(kernel_.space, ranges_);
    for (const Condition& condition : conditions) bounds_.assume(condition);
    decide_guards();
}

void EmitPoint::decide_guards() {
    dependences_.emplace(kernel_, bounds_);
    uses_ = Uses(kernel_, *dependences_, roots_);
}

void EmitPoint::bind_accumulators(std::vector<Expression> accumulators) {
    accumulators_ = std::move(accumulators);
    accumulator_depth_ = blocks_.top();
}

std::size_t EmitPoint::place(const Dependence& dependence, bool shared) const {
    std::size_t depth = dependence.accumulator ? std::max(base_, accumulator_depth_) : base_;
    for (std::size_t d = 0; d < dimensions_.size(); ++d)
        if ((dependence.dims & dimension_bit(static_cast<std::int64_t>(d))) != 0)
            depth = std::max(depth, dimensions_[d].depth);
    for (std::size_t i = blocks_.top(); dependence.unsafe && i > depth; --i)
        if (blocks_[i].guard) depth = i;
    if (shared) return depth;
    // A value that one guarded branch alone needs is computed inside the guard, but outside loops in it, which would
    // compute it again in each round.
    for (std::size_t i = depth + 1; i <= blocks_.top(); ++i)
        if (blocks_[i].is_loop()) return i - 1;
    return blocks_.top();
}

bool EmitPoint::known(ExprId id, std::size_t depth) const {
    const ExprKind kind = kernel_.exprs[id].kind;
    if (kind == ExprKind::Constant || kind == ExprKind::Accumulator) return true;
    for (std::size_t i = depth + 1; i-- > 0;)
        if (blocks_[i].exprs.contains(id)) return true;
    return false;
}

Expression EmitPoint::known_as(ExprId id) const {
    id = dependences_->resolve(id);
    const Expr& expr = kernel_.exprs[id];
    if (expr.kind == ExprKind::Constant) return tree::literal(expr.type, expr.bits.data());
    if (expr.kind == ExprKind::Accumulator) {
        check_internal(static_cast<std::size_t>(expr.slot) < accumulators_.size(),
                       "an accumulator is used outside its reduction");
        return accumulators_[static_cast<std::size_t>(expr.slot)];
    }
    for (std::size_t i = blocks_.top() + 1; i-- > 0;)
        if (const auto it = blocks_[i].exprs.find(id); it != blocks_[i].exprs.end()) return it->second;
    throw InternalError("program uses an expression that it has not computed");
}

std::vector<ExprId> EmitPoint::missing(ExprId root) const {
    std::vector<ExprId> found, pending = {root};
    std::unordered_set<ExprId> seen;
    while (!pending.empty()) {
        const ExprId id = dependences_->resolve(pending.back());
        pending.pop_back();
        if (known(id) || !seen.insert(id).second) continue;
        found.push_back(id);
        const Expr& expr = kernel_.exprs[id];
        const auto add = [&](ExprId value) { pending.push_back(value); };
        for_each_dynamic(kernel_.space, expr.index, add);
        for (const Condition& condition : expr.conditions) for_each_dynamic(kernel_.space, condition.index, add);
        if (expr.kind == ExprKind::Apply) pending.insert(pending.end(), expr.operands.begin(), expr.operands.end());
        if (expr.kind != ExprKind::Guard || dependences_->choice(id) != Choice::Select) continue;
        // The operands of a choice are computed inside it, but not the run-time indices of theirs.
        std::vector<ExprId> inner(expr.operands);
        while (!inner.empty()) {
            const Expr& operand = kernel_.exprs[dependences_->resolve(inner.back())];
            inner.pop_back();
            for_each_dynamic(kernel_.space, operand.index, add);
            for (const Condition& condition : operand.conditions) for_each_dynamic(kernel_.space, condition.index, add);
            if (operand.kind == ExprKind::Guard)
                inner.insert(inner.end(), operand.operands.begin(), operand.operands.end());
        }
    }
    std::sort(found.begin(), found.end());
    return found;
}

Expression EmitPoint::define(std::size_t depth, const tree::Type& type, std::string_view wanted,
                             const Expression& value) {
    const std::string name = names_.unique(wanted);
    blocks_[depth].statements.push_back(tree::Declare{.type = tree::constant(type), .name = name, .value = value});
    return tree::name(name);
}

Expression EmitPoint::define_once(std::size_t depth, const tree::Type& type, std::string_view wanted,
                                  const Expression& value) {
    for (const tree::Statement& statement : blocks_[depth].statements)
        if (const auto* known = std::get_if<tree::Declare>(&statement.node);
            known != nullptr && known->type == tree::constant(type) && known->value == value)
            return tree::name(known->name);
    return define(depth, type, wanted, value);
}

} // namespace hlo2cpp
