#include "program/nest_values.h"

#include <utility>

#include "kernel/integer_values.h"
#include "kernel/word_factors.h"
#include "mathematics/vector_arithmetic.h"
#include "ops/extremum.h"
#include "ops/op.h"
#include "program/scalar_nest.h"

namespace hlo2cpp {

using tree::Expression;

namespace {

// Products of two vectors of bytes, added up as s16 before both sums take them.
void add_shorts(const nest::Combine& combine, const nest::Body& body, Emitter& emitter, const NestNames& names,
                LaneLoads& loads) {
    const Expression v = names.position(combine.vector);
    auto [a, b] = *factors_of_words(emitter.kernel());
    if (emitter.integers().of(b).contains(values_of(ElementType::S8).begin)) std::swap(a, b);
    const VectorType shorts = {ElementType::S16, 2 * body.lanes};
    Blocks& blocks = emitter.blocks();
    const auto define = [&](const char* wanted, IntrinsicId id, const std::vector<Expression>& operands) {
        return emitter.define(blocks.top(), tree::vector_type(shorts.element, shorts.lanes), wanted,
                              tree::intrinsic({id, shorts, ElementType::S8}, operands));
    };
    Expression products = define("products", IntrinsicId::ShortProducts, {loads.bytes(a, v, 0), loads.bytes(b, v, 0)});
    for (std::int64_t step = 1; step < combine.words.terms; ++step)
        products =
            define("sums", IntrinsicId::AddShortProducts, {products, loads.bytes(a, v, step), loads.bytes(b, v, step)});
    for (const auto& [id, ref] : {std::pair{IntrinsicId::AddFirstHalf, combine.target},
                                  {IntrinsicId::AddSecondHalf, next_vector(combine.target)}})
        blocks.add(tree::Assign{
            .target = names.element(ref, body.type),
            .value = tree::intrinsic({id, {ElementType::S32, body.lanes}}, {names.element(ref, body.type), products})});
}

// Products of 16-bit floats as they lie, which two vectors of sums take.
void add_halves(const nest::MultiplyLane& product, const nest::Body& body, Blocks& blocks, const NestNames& names) {
    const Expression scalars = names.element(product.scalars, body.type), lane = names.position(product.lane),
                     vector = names.element(product.vector, body.type);
    for (const auto& [id, ref] : {std::pair{IntrinsicId::AddFirstProductsOfLane, product.target},
                                  {IntrinsicId::AddSecondProductsOfLane, next_vector(product.target)}}) {
        const Expression target = names.element(ref, body.type);
        const Intrinsic products{id, {body.type, body.lanes}, ElementType::F16};
        blocks.add(tree::Assign{.target = target, .value = tree::intrinsic(products, {target, scalars, lane, vector})});
    }
}

// True for a product of a value with itself, which is computed once.
bool is_square(const Dependences& dependences, const Expr& term) {
    return dependences.resolve(term.operands[0]) == dependences.resolve(term.operands[1]);
}

// A sum of vectors by an intrinsic; none where the machine has the operator.
std::optional<Expression> sum_by_call(const Expression& a, const LaneOperand& b, const VectorType& vector,
                                      const Target& machine) {
    if (vector.lanes == 1 || vector.element != ElementType::F32) return std::nullopt;
    return arithmetic_call(tree::Operator::Add, {a}, b, vector.lanes, machine);
}

} // namespace

Expression NestValues::operator()(const nest::Value& value) {
    return std::visit([&](const auto& one) { return built(one); }, value);
}

Expression NestValues::start(const nest::Value& value) {
    if (const auto* splat = std::get_if<nest::Splat>(&value)) {
        lanes_.begin(body_.lanes);
        return lanes_.splat(emitter_.variable(splat->expr));
    }
    return (*this)(value);
}

std::int64_t NestValues::lanes(const nest::Value& value) const {
    const auto* ref = std::get_if<nest::Ref>(&value);
    return ref == nullptr ? body_.lanes : names_.lanes(*ref);
}

Expression NestValues::built(const nest::Scalar& scalar) {
    return emitter_.expression(scalar.expr);
}

Expression NestValues::built(const nest::Splat& splat) {
    lanes_.begin(body_.lanes);
    return lanes_.splat(emitter_.expression(splat.expr));
}

Expression NestValues::built(const nest::Neutral&) {
    lanes_.begin(body_.lanes);
    return lanes_.splat(start_of_block(emitter_));
}

Expression NestValues::built(const nest::Zeros&) {
    return tree::intrinsic({IntrinsicId::Zero, {body_.type, body_.lanes}}, {});
}

Expression NestValues::built(const nest::Lanes& lanes) {
    lanes_.begin(body_.lanes);
    if (lanes.halves) return loads_.as_they_lie(lanes.expr, names_.position(lanes.vector));
    return lanes_.in_all_lanes(lanes.expr, names_.position(lanes.vector));
}

Expression NestValues::built(const nest::Steps& steps) {
    lanes_.begin(body_.lanes);
    return steps.as_they_lie ? loads_.as_they_lie(steps.load, tree::integer(0))
                             : loads_.vector(steps.load, tree::integer(0));
}

Expression NestValues::built(const nest::Ref& ref) {
    return names_.element(ref, body_.type);
}

Expression NestValues::built(const nest::Combined& both) {
    return combined(built(both.a), built(both.b), names_.lanes(both.a));
}

Expression NestValues::built(const nest::CombinedTerm& both) {
    const Expression sum = built(both.a);
    const ExprId id = *accumulation_of(kernel_)->term;
    const Expr& term = kernel_.exprs[id];
    if (!emitter_.fuses_products()) return combined(sum, emitter_.atom(id), 1);
    return emitter_.arithmetic().fused(body_.type, emitter_.atom(term.operands[0]), emitter_.atom(term.operands[1]),
                                       sum);
}

Expression NestValues::built(const nest::LaneNumbers& numbers) {
    std::vector<Expression> lanes;
    for (std::int64_t lane = 0; lane < body_.lanes; ++lane)
        lanes.push_back(tree::number(body_.type, lane < numbers.zeros ? 0 : 1));
    return tree::construct(lanes_.vector_type(body_.lanes), std::move(lanes));
}

Expression NestValues::built(const nest::Joined& joined) {
    const Expr expr{.kind = ExprKind::Apply, .type = body_.type, .opcode = accumulation_of(kernel_)->combiner};
    const PrintContext context{.expr = expr, .types = {}, .operands = {}, .lanes = body_.lanes};
    const auto part = [&](nest::RegistersId registers) {
        nest::Ref ref = joined.number;
        ref.registers = registers;
        return built(ref);
    };
    return joined_parts(
        context, {.number = built(joined.number), .signs = part(joined.parts.signs), .nan = part(joined.parts.nans)});
}

Expression NestValues::built(const nest::Lowered& sum) {
    return tree::subtract(built(sum.sum), built(sum.raise));
}

Expression NestValues::combined(const Expression& a, const Expression& b, std::int64_t lanes) const {
    const Expr expr{.kind = ExprKind::Apply, .type = body_.type, .opcode = accumulation_of(kernel_)->combiner};
    const auto sum = sum_by_call(a, {b}, {body_.type, lanes}, emitter_.arithmetic().machine());
    if (sum && expr.opcode == Opcode::Add) return *sum;
    return lanes_.applied(expr, {body_.type, body_.type}, {a, b}, lanes);
}

void NestValues::add(const nest::Combine& combine) {
    lanes_.begin(body_.lanes);
    const Expression v = names_.position(combine.vector), target = built(combine.target);
    const ExprId id = *accumulation_of(kernel_)->term;
    if (combine.words.copied && body_.lanes == 1 && !combine.words.bytes) return add_pairs(target, v);
    if (combine.words.shorts) return add_shorts(combine, body_, emitter_, names_, loads_);
    if (combine.words.size > 1) return add_products(combine, target, v);
    if (combine.parts) return combine_parts(combine, lanes_.variable(id, v));
    Blocks& blocks = emitter_.blocks();
    const bool wraps = is_integer(body_.type) && !emitter_.integers().sum_is_exact();
    if (accumulation_of(kernel_)->combiner != Opcode::Add || combine.only || wraps) {
        Expression element = is_integer(body_.type) ? lanes_.in_all_lanes(id, v) : lanes_.variable(id, v);
        if (combine.only) {
            const Expression mask =
                tree::not_equal(names_[*combine.only], tree::vector_zero(lanes_.vector_type(body_.lanes)));
            element =
                tree::conditional(mask, element, lanes_.splat(emitter_.variable(accumulation_of(kernel_)->initial[0])));
        }
        return blocks.add(tree::Assign{.target = target, .value = combined(target, element, body_.lanes)});
    }
    if (emitter_.fuses_products()) return blocks.add(tree::Assign{.target = target, .value = fused(target, v)});
    const Expr& term = kernel_.exprs[id];
    Expression value;
    if (const auto sum = with_multiple(target, term, v))
        return blocks.add(tree::Assign{.target = target, .value = *sum});
    if (term.kind == ExprKind::Apply && term.opcode == Opcode::Multiply) {
        const bool square = is_square(emitter_.dependences(), term);
        const Expression a = square ? lanes_.variable(term.operands[0], v) : lanes_.value(term.operands[0], v);
        value = tree::multiply(a, square ? a : lanes_.value(term.operands[1], v));
    } else {
        value = lanes_.value(id, v);
    }
    const LaneOperand added{value, !lanes_.has_lanes(id)};
    if (const auto sum = sum_by_call(target, added, {body_.type, body_.lanes}, emitter_.arithmetic().machine()))
        return blocks.add(tree::Assign{.target = target, .value = *sum});
    blocks.add(tree::Assign{.target = target, .value = value, .assignment = tree::Assignment::Add});
}

std::optional<Expression> NestValues::with_multiple(const Expression& target, const Expr& term, const Expression& v) {
    const bool is_product = term.kind == ExprKind::Apply && term.opcode == Opcode::Multiply;
    const Target& machine = emitter_.arithmetic().machine();
    if (!is_product || !machine.adds_multiples || body_.lanes == 1) return std::nullopt;
    const auto [a, b] = std::pair{term.operands[0], term.operands[1]};
    if (lanes_.has_lanes(a) == lanes_.has_lanes(b))
        return is_integer(body_.type) || !lanes_.has_lanes(a) ? std::nullopt : std::optional(fused(target, v));
    const bool second = lanes_.has_lanes(a); // is the number
    return tree::intrinsic({IntrinsicId::AddMultiple, {body_.type, body_.lanes}},
                           {target, lanes_.value(second ? b : a, v), lanes_.value(second ? a : b, v)});
}

void NestValues::add_products(const nest::Combine& combine, const Expression& target, const Expression& v) {
    const nest::Words& form = combine.words;
    const auto [a, b] = *factors_of_words(kernel_);
    const bool second = loads_.has_lanes(a); // the words of a row are known before those of its columns
    const Expression row = combine.row ? built(combine.row->words) : loads_.words_of_row(second ? b : a, form),
                     column = loads_.words_of_column(second ? a : b, v, form);
    const VectorType sums = {ElementType::S32, body_.lanes};
    const ElementType type = form.raised ? ElementType::U8 : kernel_.exprs[second ? b : a].type; // of a row
    const bool least = emitter_.integers().of(second ? a : b).contains(values_of(ElementType::S8).begin);
    const IntrinsicId dots = combine.row  ? IntrinsicId::AddDotsOfWord
                             : form.split ? (least ? IntrinsicId::AddSplitDots : IntrinsicId::AddNarrowDots)
                             : form.positive || form.raised ? IntrinsicId::AddPositiveDots
                                                            : IntrinsicId::AddDots;
    const Intrinsic products = form.bytes && body_.lanes == 1 ? Intrinsic{IntrinsicId::AddDot, {type, form.size}}
                               : form.bytes                   ? Intrinsic{dots, sums, type}
                                                              : Intrinsic{IntrinsicId::AddPairs, sums};
    std::vector<Expression> operands = {target, row, column};
    if (combine.row) operands.insert(operands.begin() + 2, names_.position(combine.row->number));
    emitter_.blocks().add(tree::Assign{.target = target, .value = tree::intrinsic(products, std::move(operands))});
}

void NestValues::add(const nest::Raise& raise) {
    lanes_.begin(body_.lanes);
    const auto [a, b] = *factors_of_words(kernel_);
    const Expression v = names_.position(raise.vector), target = built(raise.target),
                     column = loads_.words_of_column(loads_.has_lanes(a) ? a : b, v, raise.words);
    emitter_.blocks().add(tree::Assign{
        .target = target,
        .value = tree::intrinsic({IntrinsicId::AddRaise, {ElementType::S32, body_.lanes}}, {target, column})});
}

void NestValues::add_pairs(const Expression& target, const Expression& v) {
    const auto [a, b] = *factors_of_words(kernel_);
    const Expression row = loads_.pair_of_row(), column = loads_.pair_of_column(loads_.is_packed(a) ? a : b, v);
    emitter_.blocks().add(
        tree::Assign{.target = target, .value = tree::intrinsic({IntrinsicId::AddPair}, {target, row, column})});
}

void NestValues::combine_parts(const nest::Combine& combine, const Expression& element) {
    const Expr expr{.kind = ExprKind::Apply, .type = body_.type, .opcode = accumulation_of(kernel_)->combiner};
    const auto part = [&](nest::RegistersId registers) {
        nest::Ref ref = combine.target;
        ref.registers = registers;
        return built(ref);
    };
    const ExtremumParts parts{
        .number = built(combine.target), .signs = part(combine.parts->signs), .nan = part(combine.parts->nans)};
    const ExtremumParts next =
        with_element({.expr = expr, .types = {}, .operands = {}, .lanes = body_.lanes}, parts, element);
    Blocks& blocks = emitter_.blocks();
    blocks.add(tree::Assign{.target = parts.number, .value = next.number});
    blocks.add(tree::Assign{.target = parts.signs, .value = next.signs});
    blocks.add(tree::Assign{.target = parts.nan, .value = next.nan});
}

Expression NestValues::fused(const Expression& target, const Expression& v) {
    const Expr& term = kernel_.exprs[*accumulation_of(kernel_)->term];
    ExprId first = term.operands[0], second = term.operands[1];
    const Expression square = is_square(emitter_.dependences(), term) ? lanes_.variable(first, v) : Expression();
    const bool scalars = body_.lanes == 1;
    if (!scalars && !lanes_.has_lanes(second)) std::swap(first, second); // a scalar is the first one
    const auto factor = [&](ExprId id) {
        return square.valid() ? square : scalars ? lanes_.value(id, v) : lanes_.in_all_lanes(id, v);
    };
    const Expression a = factor(first), b = factor(second);
    if (scalars) return emitter_.arithmetic().fused(body_.type, a, b, target);
    return tree::intrinsic({IntrinsicId::Fma, {body_.type, body_.lanes}}, {a, b, target});
}

void NestValues::add(const nest::ScanLanes& scan) {
    lanes_.begin(body_.lanes);
    const Expression state = built(scan.state),
                     terms = lanes_.in_all_lanes(*accumulation_of(kernel_)->term, tree::integer(0));
    Blocks& blocks = emitter_.blocks();
    const tree::Type vector = lanes_.vector_type();
    const Intrinsic running{IntrinsicId::RunningSums, {body_.type, body_.lanes}};
    const Expression sums = emitter_.define(blocks.top(), vector, "sums", tree::intrinsic(running, {terms}));
    const Expression states = emitter_.define(blocks.top(), vector, names_.wanted(scan.states), tree::add(state, sums));
    names_.define(scan.states, states->name, body_.lanes);
    const Expression last = tree::subscript(sums, tree::integer(body_.lanes - 1));
    blocks.add(tree::Assign{.target = state, .value = tree::add(state, last)});
}

void NestValues::add(const nest::MultiplyLane& product) {
    if (product.halves) return add_halves(product, body_, emitter_.blocks(), names_);
    const Expression target = built(product.target), vector = built(product.vector),
                     scalar = tree::subscript(built(product.scalars), names_.position(product.lane));
    Blocks& blocks = emitter_.blocks();
    if (!emitter_.fuses_products())
        return blocks.add(tree::Assign{
            .target = target, .value = tree::multiply(scalar, vector), .assignment = tree::Assignment::Add});
    lanes_.begin(body_.lanes);
    const Intrinsic fma{IntrinsicId::Fma, {body_.type, body_.lanes}};
    blocks.add(tree::Assign{.target = target, .value = tree::intrinsic(fma, {lanes_.splat(scalar), vector, target})});
}

} // namespace hlo2cpp
