#include "program/tiled_builder.h"

#include "ops/op.h"
#include "program/elements.h"
#include "support/diagnostics.h"
#include "tile/analysis.h"

namespace hlo2cpp {

using tree::Expression;

bool TiledBuilder::has_lanes(ExprId id) const {
    if (tile_.lanes == 1) return false;
    const Dependence& dependence = emitter_.dependences().of(emitter_.dependences().resolve(id));
    return dependence.accumulator || (dependence.dims & dimension_bit(tile_.lane_dim)) != 0;
}

Expression TiledBuilder::vector_value(ExprId id, const Expression& v) {
    id = emitter_.dependences().resolve(id);
    const Expr& expr = kernel_.exprs[id];
    if (const Packing* packing = nest_.packing_of(id)) return packed_load(id, *packing, v);
    if (!has_lanes(id)) {
        if (const ExprId load = half_load(id); load.valid()) return spread(load);
        know_loads(id, v);
        return emitter_.atom(id);
    }
    if (expr.kind == ExprKind::Accumulator || id == piece_.from_bias) return current_;
    if (expr.kind == ExprKind::Load) return vector_load(id, v);
    check_internal(expr.kind == ExprKind::Apply, "an expression without a vector form is built as one");
    if (shares_divisor(expr)) return quotient(expr, v);
    std::vector<Expression> operands;
    std::vector<ElementType> types;
    const bool helper = has_extremum_helper(expr.opcode, expr.type);
    for (const ExprId operand : expr.operands) {
        const ExprId resolved = emitter_.dependences().resolve(operand);
        operands.push_back(is_integer(kernel_.exprs[resolved].type)                       ? integers(resolved, v)
                           : helper && kernel_.exprs[resolved].kind == ExprKind::Constant ? constant_vector(resolved)
                           : needs_vector_operands(expr.opcode)                           ? vector_variable(operand, v)
                                                                                          : atom_of(operand, v));
        types.push_back(kernel_.exprs[operand].type);
    }
    return applied(expr, types, operands);
}

bool TiledBuilder::shares_divisor(const Expr& division) const {
    constexpr std::int64_t kFewestVectors = 4;
    const Arithmetic& arithmetic = emitter_.arithmetic();
    const bool fuses = arithmetic.target != nullptr && arithmetic.target->fused_bits >= 8 * byte_size(type_);
    if (division.opcode != Opcode::Divide || division.type != type_ || !is_float(type_) || !fuses ||
        arithmetic.same_bits || reduction_)
        return false;
    const ExprId divisor = emitter_.dependences().resolve(division.operands[1]);
    if (!has_lanes(division.operands[0]) || has_lanes(divisor) || half_load(divisor).valid()) return false;
    const Dependence& dependence = emitter_.dependences().of(divisor);
    std::int64_t vectors = 1; // of the loops inside which it does not change
    for (auto loop = piece_.loops.rbegin(); loop != piece_.loops.rend(); ++loop) {
        if ((dependence.dims & dimension_bit(loop->dim)) != 0) break;
        vectors *= range(loop->dim).size() / (loop->dim == tile_.lane_dim ? tile_.lanes : 1);
    }
    return vectors >= kFewestVectors && emitter_.place(dependence, false) < blocks_.top();
}

Expression TiledBuilder::quotient(const Expr& division, const Expression& v) {
    const Expression dividend = atom_of(division.operands[0], v);
    const ExprId id = emitter_.dependences().resolve(division.operands[1]);
    const Expression divisor = vector_value(id, v);
    const std::string wanted = tree::is_name(divisor) ? divisor->name + "_reciprocal" : "reciprocal";
    const Expression reciprocal =
        emitter_.define_once(emitter_.place(emitter_.dependences().of(id), false), tree::value_type(type_), wanted,
                             tree::call("ordinary_reciprocal", type_, {divisor}));
    return tree::intrinsic({IntrinsicId::Quotient, {type_, tile_.lanes}}, {dividend, divisor, reciprocal});
}

bool TiledBuilder::has_extremum_helper(Opcode opcode, ElementType type) const {
    const bool extremum = opcode == Opcode::Maximum || opcode == Opcode::Minimum;
    return extremum && tile_.lanes > 1 && number_type(type) == type_ && emitter_.target().ordered_extremum;
}

Expression TiledBuilder::own_zero(std::size_t depth) {
    return emitter_.define(depth, vector_type_, "zero", tree::intrinsic({IntrinsicId::Zero, {type_, tile_.lanes}}, {}));
}

Expression TiledBuilder::constant_vector(ExprId id) {
    const Expression constant = emitter_.atom(id);
    if (!finish_depth_) return splat(constant); // a register for all tiles
    if (!zero_.valid()) zero_ = own_zero(*finish_depth_);
    return constant == tree::zero(type_) ? zero_ : tree::subtract(constant, zero_);
}

bool TiledBuilder::needs_vector_operands(Opcode opcode) {
    return opcode != Opcode::Add && opcode != Opcode::Subtract && opcode != Opcode::Multiply &&
           opcode != Opcode::Divide;
}

Expression TiledBuilder::integers(ExprId id, const Expression& v) {
    if (!has_lanes(id)) return emitter_.atom(id);
    const Expr& expr = kernel_.exprs[id];
    if (expr.kind == ExprKind::Load) return vector_load(id, v); // as numbers
    if (const auto known = vectors_.find(id); known != vectors_.end()) return known->second;
    const std::int64_t distance = kernel_.space.coefficient(expr.index, tile_.lane_dim);
    const tree::Type type = tree::vector_type(ElementType::S32, tile_.lanes);
    std::vector<Expression> numbers;
    for (std::int64_t lane = 0; lane < tile_.lanes; ++lane) numbers.push_back(tree::integer(lane * distance));
    const Expression first = sum_of(emitter_.index(expr.index), multiple_of(v, tile_.lanes * distance));
    const Expression value = tree::add(tree::construct(type, std::move(numbers)), first);
    return vectors_[id] = emitter_.define(blocks_.top(), type, expr.name.empty() ? "index" : expr.name, value);
}

ExprId TiledBuilder::half_load(ExprId id) const {
    if (tile_.lanes == 1) return {};
    id = emitter_.dependences().resolve(id);
    const Expr& expr = kernel_.exprs[id];
    const bool converts = expr.kind == ExprKind::Apply && expr.opcode == Opcode::Convert && expr.type == type_;
    const ExprId load = converts ? emitter_.dependences().resolve(expr.operands[0]) : id;
    const Expr& found = kernel_.exprs[load];
    if (found.kind != ExprKind::Load || !is_half(found.type) || nest_.packing_of(load) != nullptr) return {};
    bool in_memory = emitter_.values()[found.argument.index()].kind != ValueKind::Decision;
    for_each_dynamic(kernel_.space, found.index, [&](ExprId) { in_memory = false; });
    return in_memory ? load : ExprId();
}

Expression TiledBuilder::spread(ExprId load) {
    const std::size_t depth = emitter_.place(emitter_.dependences().of(load), true);
    const bool whole = tile_.lanes == piece_.tile.lanes; // what has been spread has all lanes
    const auto known = blocks_[depth].spread.find(load);
    if (whole && known != blocks_[depth].spread.end()) return known->second;
    const Expr& expr = kernel_.exprs[load];
    const auto walked = tile_pointers_.find(load);
    const Expression element = walked != tile_pointers_.end()
                                   ? tree::subscript(walked->second.name, distance(walked->second.distance))
                                   : tree::subscript(pointer_(expr.argument, false), emitter_.index(expr.index));
    const std::string wanted = pointer_(expr.argument, false)->name + "_element";
    const Expression name = emitter_.define(depth, vector_type_, wanted, spread_half(expr.type, tile_.lanes, element));
    if (whole) blocks_[depth].spread[load] = name;
    return name;
}

Expression TiledBuilder::atom_of(ExprId id, const Expression& v) {
    id = emitter_.dependences().resolve(id);
    if (const auto known = vectors_.find(id); known != vectors_.end()) return known->second;
    const Expression value = vector_value(id, v);
    const bool scalar = tile_.lanes > 1 && !has_lanes(id); // "-0.5f" is no atom, nor a vector
    return scalar || tree::is_atom(value) ? value : define(id, value);
}

Expression TiledBuilder::vector_variable(ExprId id, const Expression& v) {
    id = emitter_.dependences().resolve(id);
    if (tile_.lanes > 1 && kernel_.exprs[id].kind == ExprKind::Constant) {
        const Expression constant = emitter_.atom(id);
        const bool endless = is_float(kernel_.exprs[id].type) && !tree::number_of(constant); // ops ask for its bits
        return endless ? splat(constant) : constant;
    }
    if (is_pred(kernel_.exprs[id].type)) return vector_value(id, v); // a mask stands where it chooses
    const auto known = vectors_.find(id);
    if (known != vectors_.end()) return known->second;
    const Expression value = in_all_lanes(id, v);
    return kernel_.exprs[id].kind == ExprKind::Accumulator ? value : define(id, value);
}

Expression TiledBuilder::in_all_lanes(ExprId id, const Expression& v) {
    const Expression value = vector_value(id, v);
    return has_lanes(id) || half_load(id).valid() ? value : splat(value);
}

ElementType TiledBuilder::type_in_memory(ExprId load) const {
    const Packing* const packing = nest_.packing_of(load);
    return packing != nullptr && !packing->constant ? type_ : kernel_.exprs[load].type;
}

Expression TiledBuilder::define(ExprId id, const Expression& value) {
    if (tree::is_name(value)) return vectors_[id] = value; // a conversion that changes nothing
    const std::string& wanted = kernel_.exprs[id].name;
    return vectors_[id] = emitter_.define(blocks_.top(), vector_type_, wanted.empty() ? "v" : wanted, value);
}

Expression TiledBuilder::vector_load(ExprId id, const Expression& v) {
    const Expr& load = kernel_.exprs[id];
    const auto known = tile_pointers_.find(id);
    const bool walks = known != tile_pointers_.end();
    const Expression array = walks ? known->second.name : pointer_(load.argument, false);
    const Expression place = walks ? distance(known->second.distance) : emitter_.index(load.index);
    const auto first = [&] { return sum_of(address_of(array, place), multiple_of(v, tile_.lanes)); };
    if (is_pred(load.type)) return mask(first());
    if (is_integer(load.type))
        return tree::intrinsic({IntrinsicId::FromIntegers, {type_, tile_.lanes}, load.type}, {first()});
    const tree::Type memory = memory_vector(load.type, tile_.lanes);
    if (first_lanes_ > 0) return first_lanes(id, address_of(array, place), v);
    return lanes_from_memory(
        load.type, tile_.lanes,
        reads_along(kernel_, id, tile_.lane_dim) ? tree::vector_at(memory, address_of(array, place), v)
        : reads_every_second(kernel_, id, tile_.lane_dim)
            ? every_second(memory, address_of(array, place), v)
            : one_by_one(memory, array, place, v, kernel_.space.coefficient(load.index, tile_.lane_dim)));
}

Expression TiledBuilder::mask(const Expression& preds) const {
    const ElementType integer = type_ == ElementType::F64 ? ElementType::S64 : ElementType::S32;
    return tree::intrinsic({IntrinsicId::Mask, {integer, tile_.lanes}}, {preds});
}

// Where the page behind what is read was never read, this takes long: so outside all loops that it can be.
Expression TiledBuilder::first_lanes(ExprId load, const Expression& first, const Expression& v) {
    const Expression value = tree::intrinsic({IntrinsicId::FirstLanes, {type_, tile_.lanes}},
                                             {sum_of(first, multiple_of(v, tile_.lanes)), tree::integer(first_lanes_)});
    const std::size_t depth = emitter_.place(emitter_.dependences().of(load), true);
    if (depth == blocks_.top()) return value;
    return emitter_.define(depth, vector_type_, pointer_(kernel_.exprs[load].argument, false)->name + "_end", value);
}

Expression TiledBuilder::one_by_one(const tree::Type& memory, const Expression& array, const Expression& place,
                                    const Expression& v, std::int64_t distance) {
    const Expression begin = sum_of(place, multiple_of(v, tile_.lanes * distance));
    std::vector<Expression> lanes;
    for (std::int64_t lane = 0; lane < tile_.lanes; ++lane)
        lanes.push_back(tree::subscript(array, sum_of(begin, tree::integer(lane * distance))));
    return tree::construct(memory, std::move(lanes));
}

// Two vectors, of which the second one ends with the last element that is needed.
Expression TiledBuilder::every_second(const tree::Type& memory, const Expression& first, const Expression& v) {
    const Expression number = tree::is_integer(v, 0) ? v : tree::multiply(tree::integer(kEverySecond), v);
    const auto part = [&](const std::string& name, const Expression& from) {
        return emitter_.define(blocks_.top(), memory, name, tree::vector_at(memory, from, number));
    };
    const Expression low = part("low", first), high = part("high", sum_of(first, tree::integer(tile_.lanes - 1)));
    std::vector<Expression> lanes;
    for (std::int64_t lane = 0; lane < tile_.lanes; lane += kEverySecond)
        lanes.push_back(tree::subscript(low, tree::integer(lane)));
    for (std::int64_t lane = 1; lane < tile_.lanes; lane += kEverySecond)
        lanes.push_back(tree::subscript(high, tree::integer(lane)));
    return tree::construct(memory, std::move(lanes));
}

Expression TiledBuilder::packed_load(ExprId load, const Packing& packing, const Expression& v) {
    const auto known = tile_pointers_.find(load);
    const bool walks = known != tile_pointers_.end();
    const Expression array = walks ? known->second.name : packed_(packing);
    const Expression first = walks ? distance(known->second.distance) : at_first_column(index_of(load));
    const ElementType type = type_in_memory(load);
    if (tile_.lanes > 1)
        return lanes_from_memory(type, tile_.lanes,
                                 tree::vector_at(memory_vector(type, tile_.lanes), address_of(array, first), v));
    const bool alone = tree::is_integer(v, 0);
    return value_from_memory(type, tree::subscript(array, tree::is_integer(first, 0) ? v
                                                          : alone                    ? first
                                                                                     : tree::add(first, v)));
}

Expression TiledBuilder::at_first_column(const Index& index) {
    return with_bound(tile_.lane_dim, base_of(tile_.lane_dim), [&] { return emitter_.index(index); });
}

// A scalar for several vectors has a name: it stands once.
Expression TiledBuilder::walked_load(ExprId load, std::size_t depth) {
    const TilePointer& pointer = tile_pointers_.at(load);
    const Expr& expr = kernel_.exprs[load];
    const Expression value = value_from_memory(expr.type, tree::subscript(pointer.name, distance(pointer.distance)));
    if (tile_.lanes == 1 || tile_.vectors == 1) return value;
    const std::string wanted = pointer_(expr.argument, false)->name + "_element";
    return emitter_.define(depth, tree::value_type(expr.type), wanted, value);
}

void TiledBuilder::know_loads(ExprId root, const Expression& v) {
    for (const ExprId load : loads_of(kernel_, root)) {
        const auto walked = tile_pointers_.find(load);
        const Packing* const packing = nest_.packing_of(load);
        if (walked == tile_pointers_.end() && packing == nullptr) continue;
        // Where what depends on it may stand, too.
        const std::size_t depth = emitter_.place(emitter_.dependences().of(load), true);
        if (blocks_[depth].exprs.contains(load)) continue;
        blocks_[depth].exprs[load] = packing != nullptr ? packed_load(load, *packing, v) : walked_load(load, depth);
    }
}

} // namespace hlo2cpp
