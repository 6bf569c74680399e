#include "program/half_lanes.h"

#include "ops/half_arithmetic.h"
#include "program/elements.h"
#include "support/diagnostics.h"

namespace hlo2cpp {

using tree::Expression;

void HalfLanes::begin(std::int64_t lanes) {
    named_.clear();
    lanes_ = lanes;
}

bool HalfLanes::has_lanes(ExprId id) const {
    return (emitter_.dependences().of(id).dims & dimension_bit(body_.lane_dim)) != 0;
}

Expression HalfLanes::value(ExprId id, const Expression& v) {
    id = emitter_.dependences().resolve(id);
    if (const auto known = named_.find(id); known != named_.end()) return known->second;
    const Expr& expr = kernel_.exprs[id];
    if (!has_lanes(id)) return in_all_lanes(id, v);
    if (expr.kind == ExprKind::Load) return loads_.vector(id, v);
    check_internal(expr.kind == ExprKind::Apply, "an expression without a form of halves is built as one");
    std::vector<Expression> operands;
    for (const ExprId number : expr.operands) operands.push_back(operand(number, v));
    return print_halves(expr, operands, lanes_);
}

Expression HalfLanes::canonical(ExprId id, const Expression& v) {
    constexpr std::byte kNan[] = {std::byte{0}, std::byte{0x7e}};
    const Expression halves = operand(id, v);
    return tree::conditional(halves_are_numbers(halves, lanes_), halves,
                             halves_of(tree::memory_literal(ElementType::F16, kNan), lanes_));
}

Expression HalfLanes::operand(ExprId id, const Expression& v) {
    id = emitter_.dependences().resolve(id);
    const Expression built = value(id, v);
    const Expr& expr = kernel_.exprs[id];
    if (expr.kind != ExprKind::Apply || !has_lanes(id) || tree::is_name(built)) return built;
    return named_[id] = emitter_.define(emitter_.blocks().top(), memory_vector(ElementType::F16, lanes_),
                                        expr.name.empty() ? "v" : expr.name, built);
}

Expression HalfLanes::in_all_lanes(ExprId id, const Expression& v) {
    const Expr& expr = kernel_.exprs[id];
    if (expr.kind == ExprKind::Constant)
        return halves_of(tree::memory_literal(ElementType::F16, expr.bits.data()), lanes_);
    if (const ExprId load = loads_.half_load(id); load.valid()) return loads_.spread(load);
    loads_.know(id, v);
    return halves_of(memory_from_value(ElementType::F16, emitter_.atom(id)), lanes_);
}

} // namespace hlo2cpp
