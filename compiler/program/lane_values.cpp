#include "program/lane_values.h"

#include <algorithm>

#include "mathematics/vector_arithmetic.h"
#include "ops/op.h"
#include "program/elements.h"
#include "support/diagnostics.h"

namespace hlo2cpp {

using tree::Expression;

namespace {

std::optional<tree::Operator> arithmetic_operator(Opcode opcode) {
    switch (opcode) {
    case Opcode::Add: return tree::Operator::Add;
    case Opcode::Subtract: return tree::Operator::Subtract;
    case Opcode::Multiply: return tree::Operator::Multiply;
    case Opcode::Divide: return tree::Operator::Divide;
    default: return std::nullopt;
    }
}

// GCC and Clang mix scalars and vectors in arithmetic, but not in comparisons and choices of every form.
bool needs_vector_operands(Opcode opcode) {
    return opcode != Opcode::Add && opcode != Opcode::Subtract && opcode != Opcode::Multiply &&
           opcode != Opcode::Divide;
}

} // namespace

void LaneValues::begin(std::int64_t lanes, std::int64_t first_lanes, const Expression& result) {
    named_.clear();
    lanes_ = lanes;
    result_ = result;
    loads_.use(lanes, first_lanes);
}

tree::Type LaneValues::vector_type(std::int64_t lanes) const {
    return lanes > 1 ? tree::vector_type(body_.type, lanes) : tree::value_type(body_.type);
}

ElementType LaneValues::lane_type(ElementType type) const {
    const bool floats = body_.type == ElementType::S32 && is_float(type);
    return floats ? number_type(type) : body_.type;
}

tree::Type LaneValues::vector_of(ElementType type) const {
    return lanes_ > 1 ? tree::vector_type(lane_type(type), lanes_) : tree::value_type(lane_type(type));
}

// Loaded integers are floats at once where all lanes are floats.
ElementType LaneValues::type_in_lanes(const Expr& user, ExprId operand) const {
    const ElementType type = kernel_.exprs[operand].type;
    if (!is_integer(type) || !has_lanes(operand) || user.opcode != Opcode::Convert) return type;
    if (kernel_.exprs[emitter_.dependences().resolve(operand)].nearest)
        return type; // else they come from memory as floats
    return body_.type == ElementType::S32 ? body_.type : number_type(user.type);
}

bool LaneValues::has_lanes(ExprId id) const {
    if (lanes_ == 1) return false;
    const Dependence& dependence = emitter_.dependences().of(emitter_.dependences().resolve(id));
    return dependence.accumulator || (dependence.dims & dimension_bit(body_.lane_dim)) != 0;
}

Expression LaneValues::value(ExprId id, const Expression& v) {
    id = emitter_.dependences().resolve(id);
    const Expr& expr = kernel_.exprs[id];
    if (loads_.is_packed(id)) return loads_.packed(id, v);
    if (!has_lanes(id)) {
        if (const ExprId load = loads_.half_load(id); load.valid()) return loads_.spread(load);
        loads_.know(id, v);
        return emitter_.atom(id);
    }
    if (expr.kind == ExprKind::Accumulator || id == body_.from_bias) return result_;
    if (expr.kind == ExprKind::Load) return loads_.vector(id, v);
    if (expr.kind == ExprKind::Guard)
        return tree::conditional(emitter_.condition(expr.conditions), in_all_lanes(expr.operands[0], v),
                                 in_all_lanes(expr.operands[1], v));
    check_internal(expr.kind == ExprKind::Apply, "an expression without a vector form is built as one");
    if (const std::optional<BitField> field = lanes_ > 1 ? bit_field(kernel_, id) : std::nullopt)
        return loads_.bits(*field, emitter_.atom(field->up), v);
    if (shares_divisor(id)) return quotient(expr, v);
    std::vector<Expression> operands;
    std::vector<ElementType> types;
    for (const ExprId number : expr.operands) {
        operands.push_back(operand(expr, number, v));
        types.push_back(type_in_lanes(expr, number));
    }
    const auto lane = [&](std::size_t i) { return LaneOperand{operands[i], !has_lanes(expr.operands[i])}; };
    if (const auto op = lanes_ > 1 && expr.type == ElementType::F32 ? arithmetic_operator(expr.opcode) : std::nullopt)
        if (const auto call = arithmetic_call(*op, lane(0), lane(1), lanes_, emitter_.arithmetic().machine()))
            return *call;
    return applied(expr, types, operands, lanes_, expr.nearest && is_bounded(expr.operands[0]));
}

// True for numbers that need no tests where they become nearest integers.
bool LaneValues::is_bounded(ExprId number) const {
    constexpr std::int64_t kMost = 1 << 30;
    const Range& range = emitter_.integers().of(emitter_.dependences().resolve(number));
    return emitter_.arithmetic().machine().tests_nearest && range.size() > 0 && range.begin >= -kMost &&
           range.last() <= kMost;
}

Expression LaneValues::operand(const Expr& user, ExprId id, const Expression& v) {
    const ExprId resolved = emitter_.dependences().resolve(id);
    const Expr& expr = kernel_.exprs[resolved];
    if (is_integer(expr.type) && !has_lanes(resolved) && !is_integer(user.type)) return emitter_.atom(resolved);
    if (expr.kind == ExprKind::IndexValue && has_lanes(resolved)) return indices(resolved, v);
    if (is_integer(user.type) && !needs_vector_operands(user.opcode)) return in_all_lanes(resolved, v); // of a call
    if (expr.kind == ExprKind::Constant && has_extremum_helper(user.opcode, user.type))
        return constant_vector(resolved);
    return needs_vector_operands(user.opcode) ? variable(id, v) : atom_of(id, v);
}

bool LaneValues::shares_divisor(ExprId division) const {
    if (std::ranges::find(body_.reciprocals, division) == body_.reciprocals.end()) return false;
    const ExprId divisor = emitter_.dependences().resolve(kernel_.exprs[division].operands[1]);
    return emitter_.place(emitter_.dependences().of(divisor), false) < emitter_.blocks().top();
}

Expression LaneValues::quotient(const Expr& division, const Expression& v) {
    const Expression dividend = atom_of(division.operands[0], v);
    const ExprId id = emitter_.dependences().resolve(division.operands[1]);
    const Expression divisor = value(id, v);
    const std::string wanted = tree::is_name(divisor) ? divisor->name + "_reciprocal" : "reciprocal";
    const Expression reciprocal =
        emitter_.define_once(emitter_.place(emitter_.dependences().of(id), false), tree::value_type(body_.type), wanted,
                             tree::call("ordinary_reciprocal", body_.type, {divisor}));
    return tree::intrinsic({IntrinsicId::Quotient, {body_.type, lanes_}}, {dividend, divisor, reciprocal});
}

bool LaneValues::has_extremum_helper(Opcode opcode, ElementType type) const {
    const bool extremum = opcode == Opcode::Maximum || opcode == Opcode::Minimum;
    return extremum && lanes_ > 1 && is_float(type) && emitter_.arithmetic().machine().ordered_extremum;
}

Expression LaneValues::own_zero(std::size_t depth) const {
    return emitter_.define(depth, vector_type(), "zero",
                           tree::intrinsic({IntrinsicId::Zero, {body_.type, lanes_}}, {}));
}

void LaneValues::finish_in(std::optional<std::size_t> depth) {
    finish_depth_ = depth;
    zero_ = {};
}

Expression LaneValues::constant_vector(ExprId id) {
    const Expression constant = emitter_.atom(id);
    if (!finish_depth_ || lane_type(kernel_.exprs[id].type) != body_.type) // a register for all tiles
        return splat(constant, kernel_.exprs[id].type);
    if (!zero_.valid()) zero_ = own_zero(*finish_depth_);
    return constant == tree::zero(kernel_.exprs[id].type) ? zero_ : tree::subtract(constant, zero_);
}

Expression LaneValues::indices(ExprId id, const Expression& v) {
    const Expr& expr = kernel_.exprs[id];
    if (const auto known = named_.find(id); known != named_.end()) return known->second;
    const std::int64_t distance = kernel_.space.coefficient(expr.index, body_.lane_dim);
    const tree::Type type = tree::vector_type(ElementType::S32, lanes_);
    std::vector<Expression> numbers;
    for (std::int64_t lane = 0; lane < lanes_; ++lane) numbers.push_back(tree::integer(lane * distance));
    const Expression first = sum_of(emitter_.index(expr.index), multiple_of(v, lanes_ * distance));
    const Expression value = tree::add(tree::construct(type, std::move(numbers)), first);
    return named_[id] = emitter_.define(emitter_.blocks().top(), type, expr.name.empty() ? "index" : expr.name, value);
}

Expression LaneValues::atom_of(ExprId id, const Expression& v) {
    id = emitter_.dependences().resolve(id);
    if (const auto known = named_.find(id); known != named_.end()) return known->second;
    const Expression built = value(id, v);
    const bool scalar = lanes_ > 1 && !has_lanes(id); // "-0.5f" is no atom, nor a vector
    return scalar || (tree::is_atom(built) && !is_arithmetic_call(built)) ? built : define(id, built);
}

Expression LaneValues::variable(ExprId id, const Expression& v) {
    id = emitter_.dependences().resolve(id);
    if (lanes_ > 1 && kernel_.exprs[id].kind == ExprKind::Constant) {
        const Expression constant = emitter_.atom(id);
        const ElementType type = kernel_.exprs[id].type;
        const bool endless = is_float(type) && !tree::number_of(constant); // ops ask for its bits
        return endless ? splat(constant, type) : constant;
    }
    if (is_pred(kernel_.exprs[id].type)) return value(id, v); // a mask stands where it chooses
    const auto known = named_.find(id);
    if (known != named_.end()) return known->second;
    const Expression built = in_all_lanes(id, v);
    return kernel_.exprs[id].kind == ExprKind::Accumulator ? built : define(id, built);
}

Expression LaneValues::in_all_lanes(ExprId id, const Expression& v) {
    const Expression built = value(id, v);
    return has_lanes(id) || loads_.half_load(id).valid() ? built : splat(built, kernel_.exprs[id].type);
}

Expression LaneValues::define(ExprId id, const Expression& value) {
    if (tree::is_name(value)) return named_[id] = value; // a conversion that changes nothing
    const Expr& expr = kernel_.exprs[id];
    const tree::Type type = expr.nearest && lanes_ > 1 ? tree::vector_type(expr.type, lanes_) : vector_of(expr.type);
    return named_[id] = emitter_.define(emitter_.blocks().top(), type, expr.name.empty() ? "v" : expr.name, value);
}

Expression LaneValues::splat(const Expression& scalar, ElementType type) const {
    if (lanes_ == 1) return scalar;
    const Expression zeros = tree::vector_zero(vector_of(type));
    const bool is_zero = is_integer(type) ? tree::number_of(scalar) == 0 : scalar == tree::zero(lane_type(type));
    return is_zero ? zeros : tree::subtract(scalar, zeros);
}

Expression LaneValues::applied(const Expr& expr, const std::vector<ElementType>& types,
                               const std::vector<Expression>& operands, std::int64_t lanes, bool bounded) const {
    const bool is_real = is_float(expr.type);
    const PrintContext context{.expr = expr,
                               .types = types,
                               .operands = operands,
                               .lanes = lanes,
                               .ordered_extremum =
                                   lanes > 1 && is_real && emitter_.arithmetic().machine().ordered_extremum,
                               .bounded = bounded};
    return (lanes > 1 ? vector_print_of(expr.opcode, number_type(expr.type)) : print_of(expr.opcode))(context);
}

} // namespace hlo2cpp
