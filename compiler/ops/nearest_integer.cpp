#include "ops/nearest_integer.h"

#include <cmath>
#include <cstring>

#include "kernel/integer_values.h"

namespace hlo2cpp {
namespace {

constexpr std::int64_t kMost = std::int64_t{1} << 22;

std::optional<std::int64_t> whole_number(const Expr& expr) {
    if (expr.kind != ExprKind::Constant || expr.type != ElementType::F32) return std::nullopt;
    float number = 0;
    std::memcpy(&number, expr.bits.data(), sizeof number);
    const bool whole = std::abs(number) <= static_cast<float>(kMost) && number == std::trunc(number);
    return whole ? std::optional(static_cast<std::int64_t>(number)) : std::nullopt;
}

// The number that an extremum bounds its other operand by.
struct Bound {
    ExprId bounded;
    std::int64_t number = 0;
};
std::optional<Bound> bound_of(const ExprGraph& exprs, const Expr& expr) {
    for (const std::size_t i : {std::size_t{0}, std::size_t{1}})
        if (const auto number = whole_number(exprs[expr.operands[i]])) return Bound{expr.operands[1 - i], *number};
    return std::nullopt;
}

} // namespace

std::optional<Expr> nearest_integer(const ExprGraph& exprs, ElementType type, ExprId operand) {
    if (!is_integer(type) || is_narrow_integer(type) || info(type).bits > 32) return std::nullopt;
    Range range = values_of(type);
    bool rounds = false;
    for (ExprId id = operand;;) {
        const Expr& expr = exprs[id];
        if (expr.type != ElementType::F32) return std::nullopt;
        const bool applies = expr.kind == ExprKind::Apply;
        if (applies && expr.opcode == Opcode::RoundNearestEven) {
            rounds = true;
            id = expr.operands[0];
            continue;
        }
        const bool extremum = applies && (expr.opcode == Opcode::Maximum || expr.opcode == Opcode::Minimum);
        const std::optional<Bound> bound = extremum ? bound_of(exprs, expr) : std::nullopt;
        if (!bound || !range.contains(bound->number)) {
            if (!rounds || !range.contains(0) || range.begin < -kMost || range.last() > kMost) return std::nullopt;
            return Expr{
                .kind = ExprKind::Apply, .type = type, .operands = {id}, .opcode = Opcode::Convert, .nearest = range};
        }
        (expr.opcode == Opcode::Maximum ? range.begin : range.end) =
            bound->number + (expr.opcode == Opcode::Maximum ? 0 : 1);
        id = bound->bounded;
    }
}

} // namespace hlo2cpp
