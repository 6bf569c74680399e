#include "scalarize/scalar_graph.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "evaluate/tensor.h"
#include "ops/op.h"
#include "rewrite/folding.h"

namespace hlo2cpp {
namespace {

bool is_constant(const Expr& expr) {
    return expr.kind == ExprKind::Constant;
}

Tensor tensor_of(const Expr& constant) {
    return to_tensor({.shape = Shape::scalar(constant.type), .bytes = constant.bits});
}

bool is_real(ElementType type) {
    return is_float(type) || is_integer(type);
}

bool is(const Expr& expr, Opcode opcode) {
    return expr.kind == ExprKind::Apply && expr.opcode == opcode;
}

// False: it may be a -0.
bool is_no_negative_zero(const ExprGraph& exprs, const Expr& expr) {
    if (expr.kind != ExprKind::Apply) return false;
    switch (expr.opcode) {
    case Opcode::Exponential:
    case Opcode::Abs: return true;
    case Opcode::Multiply: return expr.operands[0] == expr.operands[1];
    case Opcode::Convert: return is_integer(exprs[expr.operands[0]].type);
    default: return false;
    }
}

// The other operand of an extremum with an infinity that is never it; of a NaN it is the NaN, too.
std::optional<ExprId> beside_infinity(const ExprGraph& exprs, const Expr& extremum) {
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    if (!is_float(extremum.type)) return {};
    const double neutral = extremum.opcode == Opcode::Maximum ? -kInfinity : kInfinity;
    for (const std::size_t i : {std::size_t{0}, std::size_t{1}}) {
        const Expr& one = exprs[extremum.operands[i]];
        if (is_constant(one) && tensor_of(one).reals()(0) == neutral) return extremum.operands[1 - i];
    }
    return {};
}

// -inf >= x, and inf <= x: only an equal x is.
bool is_met_by_infinity_alone(const ExprGraph& exprs, const Expr& expr) {
    if (!is(expr, Opcode::Compare) || expr.total_order) return false;
    const Expr& limit = exprs[expr.operands[0]];
    if (!is_constant(limit) || !is_float(limit.type)) return false;
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    const double number = tensor_of(limit).reals()(0);
    return (expr.direction == ComparisonDirection::Ge && number == -kInfinity) ||
           (expr.direction == ComparisonDirection::Le && number == kInfinity);
}

// p and true = p, p and false = false, p or false = p, p or true = true
std::optional<ExprId> simpler_junction(const ExprGraph& exprs, const Expr& expr) {
    const ExprId a = expr.operands[0], b = expr.operands[1];
    if (!is_pred(expr.type) || !is_constant(exprs[b])) return {};
    const bool known = tensor_of(exprs[b]).integers()(0) != 0;
    return known == (expr.opcode == Opcode::And) ? a : b;
}

// One order of operands, so that equal values are found to be equal: constants are the last.
void put_in_order(const ExprGraph& exprs, Opcode opcode, std::vector<ExprId>& operands) {
    const bool commutes = opcode == Opcode::Add || opcode == Opcode::Multiply || opcode == Opcode::And ||
                          opcode == Opcode::Or || opcode == Opcode::Xor;
    if (!commutes) return;
    const bool left = is_constant(exprs[operands[0]]), right = is_constant(exprs[operands[1]]);
    if (left == right ? operands[1] < operands[0] : left) std::swap(operands[0], operands[1]);
}

} // namespace

ExprId ScalarGraph::add(Expr expr) {
    const bool plain = expr.kind == ExprKind::Apply && !expr.total_order && !expr.nearest && !expr.rounded;
    return plain ? apply(std::move(expr)) : exprs().add(std::move(expr));
}

ExprId ScalarGraph::number(ElementType type, const Index& index, const std::string& name) {
    if (!index.is_constant()) return index_value(type, index, name);
    if (is_pred(type)) return constant(type, index.constant != 0 ? 1 : 0);
    return constant(type, static_cast<double>(index.constant));
}

std::int64_t ScalarGraph::integer(ExprId constant) const {
    return tensor_of(kernel_.exprs[constant]).integers()(0);
}

ExprId ScalarGraph::apply(Expr expr) {
    put_in_order(exprs(), expr.opcode, expr.operands);
    if (const std::optional<ExprId> known = folded(expr)) return *known;
    if (const std::optional<ExprId> known = simpler(expr)) return *known;
    if (!exprs().find(expr))
        if (const std::optional<ExprId> other = opposite(expr)) return with(expr, Opcode::Negate, {*other});
    const ElementType type = expr.type;
    const ExprId id = exprs().add(std::move(expr));
    if (!is_integer(type) && !is_pred(type)) return id;
    constexpr std::int64_t kExact = std::int64_t{1} << 53; // integers that every double holds
    const std::optional<std::int64_t> known = values_of(id).single();
    return known && *known > -kExact && *known < kExact ? constant(type, static_cast<double>(*known)) : id;
}

Range ScalarGraph::values_of(ExprId integer) {
    ranges_.extend();
    return ranges_.of(integer);
}

ExprId ScalarGraph::choice(ExprId predicate, ExprId yes, ExprId no) {
    const Expr& like = kernel_.exprs[yes];
    return apply({.kind = ExprKind::Apply,
                  .type = like.type,
                  .operands = {predicate, yes, no},
                  .opcode = Opcode::Select,
                  .name = like.name});
}

std::optional<ExprId> ScalarGraph::folded(const Expr& expr) {
    static const Module kModule;
    static const Computation kComputation;
    std::vector<Tensor> values;
    for (const ExprId operand : expr.operands) {
        if (!is_constant(exprs()[operand])) return {};
        values.push_back(tensor_of(exprs()[operand]));
    }
    Instruction instruction;
    instruction.opcode = expr.opcode;
    instruction.shape = Shape::scalar(expr.type);
    instruction.operands.resize(values.size());
    instruction.attributes.direction = expr.direction;
    instruction.attributes.exponent_bits = expr.exponent_bits;
    instruction.attributes.mantissa_bits = expr.mantissa_bits;
    if (!can_fold(instruction)) return {};
    std::vector<const Tensor*> operands;
    for (const Tensor& value : values) operands.push_back(&value);
    const Tensor result = hlo2cpp::folded(kModule, kComputation, instruction, operands);
    return exprs().add({.kind = ExprKind::Constant, .type = expr.type, .bits = to_literal(result).bytes});
}

std::optional<ExprId> ScalarGraph::simpler(const Expr& expr) {
    if (expr.opcode == Opcode::Select) return simpler_choice(expr);
    if (expr.opcode == Opcode::Compare) return simpler_comparison(expr);
    if (expr.opcode == Opcode::And || expr.opcode == Opcode::Or) return simpler_junction(exprs(), expr);
    if (expr.opcode == Opcode::Convert && exprs()[expr.operands[0]].type == expr.type) return expr.operands[0];
    if (!is_real(expr.type)) return {};
    switch (expr.opcode) {
    case Opcode::Add: return simpler_sum(expr);
    case Opcode::Subtract: return simpler_difference(expr);
    case Opcode::Multiply: return simpler_product(expr);
    case Opcode::Divide: return simpler_quotient(expr);
    case Opcode::Negate:
        if (const Expr* const inner = negated(expr.operands[0])) return inner->operands[0];
        return {};
    case Opcode::Maximum:
    case Opcode::Minimum: return beside_infinity(exprs(), expr);
    default: return {};
    }
}

// x + -0 = x, x + (-y) = x - y; of an x that is no -0, x + 0 = x
std::optional<ExprId> ScalarGraph::simpler_sum(const Expr& expr) {
    const ExprId a = expr.operands[0], b = expr.operands[1];
    if (is_zero(b) || (is_number(b, 0.0) && is_no_negative_zero(exprs(), exprs()[a]))) return a;
    if (const Expr* const inner = negated(b)) return with(expr, Opcode::Subtract, {a, inner->operands[0]});
    if (const Expr* const inner = negated(a)) return with(expr, Opcode::Subtract, {b, inner->operands[0]});
    return {};
}

// x - 0 = x, x - (-y) = x + y; of finite numbers 0 - x = -x; of integers x + c - c = x
std::optional<ExprId> ScalarGraph::simpler_difference(const Expr& expr) {
    const ExprId a = expr.operands[0], b = expr.operands[1];
    if (is_number(b, 0.0)) return a;
    if (const Expr& sum = kernel_.exprs[a]; is_integer(expr.type) && is(sum, Opcode::Add) && sum.operands[1] == b)
        return sum.operands[0];
    if (const Expr* const inner = negated(b)) return with(expr, Opcode::Add, {a, inner->operands[0]});
    if (is_float(expr.type) && is_zero(a)) return with(expr, Opcode::Negate, {b});
    return {};
}

// x 1 = x, x (-1) = -x, (-x) (-y) = x y; of finite numbers x 0 = 0
std::optional<ExprId> ScalarGraph::simpler_product(const Expr& expr) {
    const ExprId a = expr.operands[0], b = expr.operands[1];
    if (is_number(b, 1.0)) return a;
    if (is_float(expr.type) && is_number(b, -1.0)) return with(expr, Opcode::Negate, {a});
    if (is_number(b, 0.0) && (goal_.finite || is_integer(expr.type))) return b;
    const Expr *const x = negated(a), *const y = negated(b);
    if (x != nullptr && y != nullptr && is_float(expr.type))
        return with(expr, Opcode::Multiply, {x->operands[0], y->operands[0]});
    return {};
}

// x / 1 = x; of finite numbers 0 / x = 0
std::optional<ExprId> ScalarGraph::simpler_quotient(const Expr& expr) {
    const ExprId a = expr.operands[0], b = expr.operands[1];
    if (is_number(b, 1.0)) return a;
    if (is_float(expr.type) && is_number(b, -1.0)) return with(expr, Opcode::Negate, {a});
    if (is_float(expr.type) && goal_.finite && is_number(a, 0.0)) return a;
    return {};
}

// !p ? x : y = p ? y : x, (-inf >= x) ? -inf : x = x, p ? (p ? x : y) : z = p ? x : z, p ? x : (p ? y : z) = p ? x : z
std::optional<ExprId> ScalarGraph::simpler_choice(const Expr& expr) {
    const ExprId p = expr.operands[0], yes = expr.operands[1], no = expr.operands[2];
    if (yes == no) return yes;
    const Expr predicate = exprs()[p];
    if (is_constant(predicate)) return integer(p) != 0 ? yes : no;
    if (is(predicate, Opcode::Not)) return with(expr, Opcode::Select, {predicate.operands[0], no, yes});
    if (is_met_by_infinity_alone(exprs(), predicate) && predicate.operands == std::vector{yes, no}) return no;
    if (const Expr& one = kernel_.exprs[yes]; is_choice(one) && one.operands[0] == p)
        return with(expr, Opcode::Select, {p, one.operands[1], no});
    if (const Expr& one = kernel_.exprs[no]; is_choice(one) && one.operands[0] == p)
        return with(expr, Opcode::Select, {p, yes, one.operands[2]});
    return {};
}

// (p ? 1 : 0) == 1 = p, (p ? 1 : 0) == 0 = !p, and so on for all constants.
std::optional<ExprId> ScalarGraph::simpler_comparison(const Expr& expr) {
    const Expr choice = exprs()[expr.operands[0]];
    if (!is_choice(choice)) return {};
    std::vector<bool> results;
    for (const ExprId one : {choice.operands[1], choice.operands[2]}) {
        Expr comparison = expr;
        comparison.operands[0] = one;
        const std::optional<ExprId> known = folded(comparison);
        if (!known) return {};
        results.push_back(integer(*known) != 0);
    }
    if (results[0] == results[1]) return constant(ElementType::Pred, results[0] ? 1 : 0);
    return results[0] ? choice.operands[0] : with(expr, Opcode::Not, {choice.operands[0]});
}

// Differences of equal numbers are +0 both ways: one is the other negated where signs of zeros do not matter.
std::optional<ExprId> ScalarGraph::opposite(const Expr& expr) const {
    if (!is_float(expr.type) || expr.operands.size() != 2) return {};
    const ExprId a = expr.operands[0], b = expr.operands[1];
    switch (expr.opcode) {
    case Opcode::Multiply:
    case Opcode::Divide: return opposite_product(expr);
    case Opcode::Subtract:
        if (!goal_.finite) return {};
        if (const Expr* const left = negated(a)) return find(expr, Opcode::Add, {left->operands[0], b});
        return find(expr, Opcode::Subtract, {b, a});
    default: return {};
    }
}

std::optional<ExprId> ScalarGraph::opposite_product(const Expr& expr) const {
    for (std::size_t i = 0; i < 2; ++i) {
        const std::optional<ExprId> other = find_negated(expr.operands[i]);
        if (!other) continue;
        std::vector<ExprId> operands = expr.operands;
        operands[i] = *other;
        if (const std::optional<ExprId> found = find(expr, expr.opcode, operands)) return found;
    }
    return {};
}

std::optional<ExprId> ScalarGraph::find(const Expr& like, Opcode opcode, std::vector<ExprId> operands) const {
    put_in_order(kernel_.exprs, opcode, operands);
    return kernel_.exprs.find(
        {.kind = ExprKind::Apply, .type = like.type, .operands = std::move(operands), .opcode = opcode});
}

// -x, if there is such an expression.
std::optional<ExprId> ScalarGraph::find_negated(ExprId id) const {
    const Expr& expr = kernel_.exprs[id];
    if (const Expr* const inner = negated(id)) return inner->operands[0];
    return find(expr, Opcode::Negate, {id});
}

ExprId ScalarGraph::with(const Expr& like, Opcode opcode, std::vector<ExprId> operands) {
    return apply({.kind = ExprKind::Apply,
                  .type = like.type,
                  .operands = std::move(operands),
                  .opcode = opcode,
                  .name = like.name});
}

bool ScalarGraph::is_number(ExprId id, double value) const {
    const Expr& expr = kernel_.exprs[id];
    if (!is_constant(expr) || !is_real(expr.type)) return false;
    const Tensor tensor = tensor_of(expr);
    if (is_integer(expr.type)) return static_cast<double>(tensor.integers()(0)) == value;
    const double number = tensor.reals()(0);
    return number == value && (goal_.finite || std::signbit(number) == std::signbit(value));
}

bool ScalarGraph::is_zero(ExprId id) const {
    return is_number(id, is_float(kernel_.exprs[id].type) ? -0.0 : 0.0);
}

const Expr* ScalarGraph::negated(ExprId id) const {
    const Expr& expr = kernel_.exprs[id];
    return is(expr, Opcode::Negate) ? &expr : nullptr;
}

} // namespace hlo2cpp
