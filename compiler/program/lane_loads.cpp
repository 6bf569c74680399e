#include "program/lane_loads.h"

#include <algorithm>

#include "kernel/analysis.h"
#include "kernel/half_load.h"
#include "ops/half_arithmetic.h"
#include "program/elements.h"
#include "support/diagnostics.h"

namespace hlo2cpp {

using tree::Expression;

void LaneLoads::use(std::int64_t lanes, std::int64_t first_lanes) {
    lanes_ = lanes;
    first_lanes_ = first_lanes;
}

namespace {

// Quotient and remainder of a number in [0, end).
Expression quotient(const Expression& number, std::int64_t end, std::int64_t divisor) {
    if (end <= divisor) return tree::integer(0);
    if (number->kind == tree::ExpressionKind::Integer) return tree::integer(number->number / divisor);
    return tree::binary(tree::Operator::Divide, number, tree::integer(divisor));
}

Expression remainder(const Expression& number, std::int64_t end, std::int64_t divisor) {
    if (end <= divisor) return number;
    if (number->kind == tree::ExpressionKind::Integer) return tree::integer(number->number % divisor);
    return tree::binary(tree::Operator::Remainder, number, tree::integer(divisor));
}

// A vector of elements so far apart.
Expression one_by_one(const tree::Type& memory, const Expression& array, const Expression& begin, std::int64_t lanes,
                      std::int64_t distance) {
    std::vector<Expression> elements;
    for (std::int64_t lane = 0; lane < lanes; ++lane)
        elements.push_back(tree::subscript(array, sum_of(begin, tree::integer(lane * distance))));
    return tree::construct(memory, std::move(elements));
}

} // namespace

tree::Type LaneLoads::vector_type() const {
    return lanes_ > 1 ? memory_vector(body_.type, lanes_) : tree::value_type(body_.type);
}

// ---- pointers that walk

void LaneLoads::declare(const std::vector<nest::Pointer>& pointers) {
    for (const nest::Pointer& pointer : pointers) declare(pointer);
}

void LaneLoads::drop(const std::vector<nest::Pointer>& pointers) {
    for (const nest::Pointer& pointer : pointers) walking_.erase(pointer.load);
}

void LaneLoads::declare(const nest::Pointer& pointer) {
    const bool copied = nest_.copies_rows_of(pointer.load);
    if (copied && !pointer.opaque) {
        walking_[pointer.load] = {.name = pointer_(scratch_of(kernel_), false), .distance = pointer.distance};
        return;
    }
    const Packing* const packing = nest_.packing_of(pointer.load);
    const Expression start = emitter_.index(pointer.first);
    if (!pointer.opaque && start->kind == tree::ExpressionKind::Integer) return;
    const Expr& expr = kernel_.exprs[pointer.load];
    const Expression array = packing != nullptr ? packed_(*packing)
                             : copied           ? pointer_(scratch_of(kernel_), false)
                                                : pointer_(expr.argument, false);
    const bool constant = kernel_[expr.argument].constant;
    const ElementType type = copied ? nest_.row_copy->type : type_in_memory(pointer.load);
    const tree::Type element = constant ? tree::memory_type(type) : tree::arena_type(type);
    const std::string name = emitter_.names().unique(pointer.opaque ? array->name + "_start"
                                                     : constant     ? "weights_tile"
                                                                    : array->name + "_tile");
    const Expression place = address_of(array, start);
    blocks_.add(
        tree::Declare{.type = tree::fixed(tree::pointer_to(tree::constant(element))),
                      .name = name,
                      .value = pointer.opaque ? tree::intrinsic({IntrinsicId::OpaquePointer}, {place}) : place});
    walking_[pointer.load] = {.name = tree::name(name), .distance = pointer.distance};
}

ElementType LaneLoads::type_in_memory(ExprId load) const {
    const Packing* const packing = nest_.packing_of(load);
    return packing != nullptr && !packing->constant ? nest_.scratch_type : kernel_.exprs[load].type;
}

// ---- packed operands

const Index& LaneLoads::packed_index(ExprId load) const {
    const auto found = std::ranges::find(body_.packed, load, &std::pair<ExprId, Index>::first);
    check_internal(found != body_.packed.end(), "a packed load has no place in its nest");
    return found->second;
}

LaneLoads::Place LaneLoads::place_of(ExprId load) {
    if (const auto known = walking_.find(load); known != walking_.end())
        return {known->second.name, point_.distance(known->second.distance)};
    if (const Packing* const packing = nest_.packing_of(load))
        return {packed_(*packing), point_.at_first(packed_index(load), body_.lane_dim)};
    const Expr& expr = kernel_.exprs[load];
    return {pointer_(expr.argument, false), emitter_.index(expr.index)};
}

Expression LaneLoads::packed(ExprId load, const Expression& v) {
    const auto [array, first] = place_of(load);
    const ElementType type = type_in_memory(load);
    if (lanes_ > 1 && is_integer(type) && type != body_.type)
        return tree::intrinsic({IntrinsicId::FromIntegers, {body_.type, lanes_}, type},
                               {sum_of(address_of(array, first), multiple_of(v, lanes_))});
    if (lanes_ > 1)
        return lanes_from_memory(type, lanes_,
                                 tree::vector_at(memory_vector(type, lanes_), address_of(array, first), v));
    const bool alone = tree::is_integer(v, 0) || !has_lanes(load);
    return value_from_memory(type, tree::subscript(array, tree::is_integer(first, 0) ? v
                                                          : alone                    ? first
                                                                                     : tree::add(first, v)));
}

// ---- vectors

Expression LaneLoads::vector(ExprId id, const Expression& v) {
    const Expr& load = kernel_.exprs[id];
    const Place place = place_of(id);
    const Expression begin = address_of(place.array, place.first);
    const auto first = [&] { return sum_of(begin, multiple_of(v, lanes_)); };
    if (is_pred(load.type)) {
        const ElementType integer = body_.type == ElementType::F64 ? ElementType::S64 : ElementType::S32;
        return tree::intrinsic({IntrinsicId::Mask, {integer, lanes_}}, {first()});
    }
    if (is_integer(load.type) && load.type != body_.type)
        return tree::intrinsic({IntrinsicId::FromIntegers, {body_.type, lanes_}, load.type}, {first()});
    const tree::Type memory = memory_vector(load.type, lanes_);
    if (first_lanes_ > 0) return first_lanes(id, begin, v);
    const std::int64_t dim = body_.lane_dim, apart = kernel_.space.coefficient(load.index, dim);
    const Expression elements =
        reads_along(kernel_, id, dim) ? tree::vector_at(memory, begin, v)
        : reads_every_second(kernel_, id, dim)
            ? every_second(memory, begin, v)
            : one_by_one(memory, place.array, sum_of(place.first, multiple_of(v, lanes_ * apart)), lanes_, apart);
    return load.type == body_.type ? elements : lanes_from_memory(load.type, lanes_, elements);
}

Expression LaneLoads::bits(const BitField& field, const Expression& up, const Expression& v) {
    const auto [array, first] = place_of(field.load);
    return tree::intrinsic(
        {IntrinsicId::FromBits, {body_.type, lanes_}, kernel_.exprs[field.load].type},
        {sum_of(address_of(array, first), multiple_of(v, lanes_)), up, tree::integer(32 - field.bits)});
}

// A masked load is slow if it reaches into a page that was never read, so it stands outside of loops if it can.
Expression LaneLoads::first_lanes(ExprId load, const Expression& first, const Expression& v) {
    const ElementType type = kernel_.exprs[load].type;
    const Expression value = tree::intrinsic({IntrinsicId::FirstLanes, {type, lanes_}},
                                             {sum_of(first, multiple_of(v, lanes_)), tree::integer(first_lanes_)});
    const std::size_t depth = emitter_.place(emitter_.dependences().of(load), true);
    if (depth == blocks_.top()) return value;
    return emitter_.define(depth, tree::vector_type(type, lanes_),
                           pointer_(kernel_.exprs[load].argument, false)->name + "_end", value);
}

// Two vectors, of which the second one ends with the last element that is needed.
Expression LaneLoads::every_second(const tree::Type& memory, const Expression& first, const Expression& v) {
    const Expression number = tree::is_integer(v, 0) ? v : tree::multiply(tree::integer(kEverySecond), v);
    const auto part = [&](const std::string& name, const Expression& from) {
        return emitter_.define(blocks_.top(), memory, name, tree::vector_at(memory, from, number));
    };
    const Expression low = part("low", first), high = part("high", sum_of(first, tree::integer(lanes_ - 1)));
    std::vector<Expression> lanes;
    for (std::int64_t lane = 0; lane < lanes_; lane += kEverySecond)
        lanes.push_back(tree::subscript(low, tree::integer(lane)));
    for (std::int64_t lane = 1; lane < lanes_; lane += kEverySecond)
        lanes.push_back(tree::subscript(high, tree::integer(lane)));
    return tree::construct(memory, std::move(lanes));
}

// ---- scalars

ExprId LaneLoads::half_load(ExprId id) const {
    if (lanes_ == 1) return {};
    const ExprId load = hlo2cpp::half_load(kernel_, emitter_.dependences(), id, body_.type);
    if (!load.valid() || is_packed(load)) return {};
    const Expr& found = kernel_.exprs[load];
    bool in_memory = emitter_.values()[found.argument.index()].kind != ValueKind::Decision;
    for_each_dynamic(kernel_.space, found.index, [&](ExprId) { in_memory = false; });
    return in_memory ? load : ExprId();
}

Expression LaneLoads::spread(ExprId load) {
    const std::size_t depth = emitter_.place(emitter_.dependences().of(load), true);
    const bool whole = lanes_ == body_.lanes; // a spread value has all lanes
    const auto known = blocks_[depth].spread.find(load);
    if (whole && known != blocks_[depth].spread.end()) return known->second;
    const Expr& expr = kernel_.exprs[load];
    const auto [array, place] = place_of(load);
    const Expression element = tree::subscript(array, place);
    const std::string wanted = pointer_(expr.argument, false)->name + "_element";
    const Expression value =
        expr.type == body_.type ? halves_of(element, lanes_) : spread_half(expr.type, lanes_, element);
    const Expression name = emitter_.define(depth, vector_type(), wanted, value);
    if (whole) blocks_[depth].spread[load] = name;
    return name;
}

Expression LaneLoads::words_of_row(ExprId load, const nest::Words& form) {
    const std::size_t depth = emitter_.place(emitter_.dependences().of(load), true);
    const auto known = blocks_[depth].spread.find(load);
    if (known != blocks_[depth].spread.end()) return known->second;
    const ElementType type = kernel_.exprs[load].type;
    const auto [array, place] = place_of(load);
    const bool short_word = form.terms < form.size && !form.copied && !is_packed(load);
    const bool from_end = short_word && form.follows && lanes_ > 1; // the four in memory that end with it
    const Expression begin = address_of(array, place), terms = tree::integer(form.terms),
                     first = from_end ? tree::subtract(begin, tree::integer(form.size - form.terms)) : begin;
    const VectorType elements{type, lanes_ * form.size};
    Expression words;
    if (lanes_ == 1 && form.bytes) {
        words = short_word ? tree::intrinsic({IntrinsicId::FirstLanes, elements}, {first, terms})
                           : tree::vector_at(tree::vector_type(type, elements.lanes), first, tree::integer(0));
    } else {
        const IntrinsicId id = form.split   ? IntrinsicId::SplitWord
                               : from_end   ? IntrinsicId::SpreadEnd
                               : short_word ? IntrinsicId::SpreadBytes
                               : form.bytes ? IntrinsicId::SpreadWord
                                            : IntrinsicId::SpreadPair;
        words = tree::intrinsic({id, {ElementType::S32, lanes_}, type},
                                short_word ? std::vector{first, terms} : std::vector{first});
    }
    if (form.raised) words = tree::intrinsic({IntrinsicId::Raised, elements}, {words});
    const ElementType element = form.raised ? ElementType::U8 : form.bytes ? type : ElementType::S16;
    const std::string name = is_packed(load) ? "weights" : pointer_(kernel_.exprs[load].argument, false)->name;
    return blocks_[depth].spread[load] =
               emitter_.define(depth, tree::vector_type(element, elements.lanes), name + "_words", words);
}

Expression LaneLoads::as_they_lie(ExprId load, const Expression& number) {
    const ElementType type = kernel_.exprs[load].type;
    const auto [array, place] = place_of(load);
    const std::int64_t elements = lanes_ * byte_size(body_.type) / byte_size(type);
    return tree::vector_at(memory_vector(type, elements), address_of(array, place), number);
}

Expression LaneLoads::words_of_column(ExprId load, const Expression& v, const nest::Words& form) {
    const ElementType type = kernel_.exprs[load].type;
    const std::int64_t elements = lanes_ * form.size;
    const tree::Type vector = tree::vector_type(form.bytes ? type : ElementType::S16, elements);
    const auto define = [&](const std::string& name, const Expression& words) {
        return emitter_.define(blocks_.top(), vector, name + "_words", words);
    };
    const auto [array, place] = place_of(load);
    if (form.interleaved) {
        const Expr& expr = kernel_.exprs[load];
        const std::int64_t apart = kernel_.space.coefficient(expr.index, kernel_.space.dimensions() - 1);
        const IntrinsicId id = form.bytes ? IntrinsicId::InterleavedWords : IntrinsicId::InterleavedPairs;
        return define(pointer_(expr.argument, false)->name,
                      tree::intrinsic({id, {ElementType::S32, lanes_}, type},
                                      {sum_of(address_of(array, place), multiple_of(v, lanes_)), tree::integer(apart),
                                       tree::integer(form.terms)}));
    }
    const Expression begin = address_of(array, place), terms = tree::integer(form.terms);
    const bool ends = lanes_ == 1 && !form.copied && form.terms < form.size; // in a vector, zeros are behind its terms
    const Expression first = sum_of(begin, multiple_of(v, lanes_ * (ends ? form.terms : form.size)));
    const std::string name = nest_.packing_of(load)->has_copied_words() ? "column" : "weights";
    if (!form.bytes)
        return define(name, tree::intrinsic({IntrinsicId::PairsOf, {ElementType::S32, lanes_}, type}, {first}));
    if (ends) return define(name, tree::intrinsic({IntrinsicId::FirstLanes, {type, elements}}, {first, terms}));
    return define(name, tree::vector_at(tree::vector_type(type, elements), first, tree::integer(0)));
}

Expression LaneLoads::bytes(ExprId load, const Expression& v, std::int64_t steps) {
    const Expr& expr = kernel_.exprs[load];
    const auto [array, place] = place_of(load);
    const std::int64_t distance = kernel_.space.coefficient(is_packed(load) ? packed_index(load) : expr.index.address(),
                                                            kernel_.space.dimensions() - 1);
    const Expression begin = sum_of(address_of(array, place), multiple_of(v, lanes_));
    return tree::vector_at(tree::vector_type(expr.type, 2 * lanes_), sum_of(begin, tree::integer(steps * distance)),
                           tree::integer(0));
}

Expression LaneLoads::pair_of_row() {
    const RowCopy& copy = *nest_.row_copy;
    const std::size_t depth = emitter_.place(emitter_.dependences().of(copy.load), true);
    const auto known = blocks_[depth].spread.find(copy.load);
    if (known != blocks_[depth].spread.end()) return known->second;
    const auto& [array, distance] = walking_.at(copy.load);
    constexpr std::int64_t kPair = 2;
    const bool side_by_side = copy.pair() == kPair;
    Expression pair;
    if (side_by_side) {
        const Index row = kernel_.space.dimension(copy.row_dim);
        const Expression number = point_.distance(row);
        const Expression two = sum_of(address_of(array, point_.distance(distance - row * kPair)),
                                      multiple_of(quotient(number, copy.width, kPair), kPair * kPair));
        pair = tree::intrinsic({IntrinsicId::PairOfTwo, {}, copy.type}, {two, remainder(number, copy.width, kPair)});
    } else {
        pair = tree::intrinsic({IntrinsicId::PairAt, {}, copy.type}, {address_of(array, point_.distance(distance))});
    }
    const std::string wanted = pointer_(kernel_.exprs[copy.load].argument, false)->name + "_pair";
    return blocks_[depth].spread[copy.load] = emitter_.define(depth, tree::value_type(ElementType::U32), wanted, pair);
}

Expression LaneLoads::pair_of_column(ExprId load, const Expression& v) {
    const auto [array, place] = place_of(load);
    constexpr std::int64_t kColumns = 2, kWord = 4;
    if (nest_.packing_of(load)->has_copied_words()) {
        const Expression pair = tree::intrinsic({IntrinsicId::PairAt, {}, nest_.scratch_type},
                                                {sum_of(address_of(array, place), multiple_of(v, kColumns))});
        return emitter_.define(blocks_.top(), tree::value_type(ElementType::U32), "column_pair", pair);
    }
    const Expression word = sum_of(address_of(array, place), multiple_of(quotient(v, body_.vectors, kColumns), kWord));
    const Expression pair = tree::intrinsic({IntrinsicId::PairOf, {}, kernel_.exprs[load].type},
                                            {word, remainder(v, body_.vectors, kColumns)});
    return emitter_.define(blocks_.top(), tree::value_type(ElementType::U32), "weights_pair", pair);
}

// A scalar for several vectors has a name: it stands once.
Expression LaneLoads::walked(ExprId load, std::size_t depth) {
    const Walking& pointer = walking_.at(load);
    const Expr& expr = kernel_.exprs[load];
    const Expression value =
        value_from_memory(expr.type, tree::subscript(pointer.name, point_.distance(pointer.distance)));
    if (lanes_ == 1 || body_.vectors == 1) return value;
    const std::string wanted = pointer_(expr.argument, false)->name + "_element";
    return emitter_.define(depth, tree::value_type(expr.type), wanted, value);
}

void LaneLoads::know(ExprId root, const Expression& v) {
    for (const ExprId load : loads_of(kernel_, root)) {
        if (!walking_.contains(load) && !is_packed(load)) continue;
        // Its value is known in the outermost block in which its users may stand.
        const std::size_t depth = emitter_.place(emitter_.dependences().of(load), true);
        if (blocks_[depth].exprs.contains(load)) continue;
        blocks_[depth].exprs[load] = is_packed(load) ? packed(load, v) : walked(load, depth);
    }
}

} // namespace hlo2cpp
