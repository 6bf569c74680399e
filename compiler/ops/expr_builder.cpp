#include <algorithm>
#include <cstdlib>

#include "evaluate/tensor.h"
#include "kernel/integer_values.h"
#include "ops/op.h"
#include "support/checked.h"

namespace hlo2cpp {
namespace {

constexpr std::int64_t kSmall = INT32_MAX; // no sum that stays below makes a kernel's indices wider

bool is_small(const IndexSpace& space, const Index& index) {
    std::int64_t most = std::abs(index.constant);
    if (index.constant <= -kSmall || index.constant >= kSmall) return false;
    for (const Index::Product& product : index.products) {
        const Range range = space[product.term].range;
        if (product.coefficient == INT64_MIN) return false;
        const auto part = checked_multiply(std::max(range.last(), -range.begin), std::abs(product.coefficient));
        if (!part || *part >= kSmall) return false;
        most += *part;
    }
    return most < kSmall;
}

bool holds(ElementType type, const Range& range) {
    if (is_unsigned(type) && range.begin < 0) return false;
    return wrap_to(type, range.begin) == range.begin && wrap_to(type, range.last()) == range.last();
}

// True if quotients and remainders nest at most `levels` deep, each with few parts: parts are walked one by one, and
// read by people.
bool is_shallow(const IndexSpace& space, const Index& index, int levels) {
    constexpr std::size_t kMostParts = 8;
    if (index.products.size() > kMostParts) return false;
    return std::ranges::all_of(index.products, [&](const Index::Product& product) {
        const Term& term = space[product.term];
        if (term.kind != TermKind::FloorDivide && term.kind != TermKind::Modulo) return true;
        return levels > 0 && is_shallow(space, term.argument, levels - 1);
    });
}

// The op applied to integers that are indices, as an index.
std::optional<Index> applied_to_indices(ExprBuilder& builder, Opcode opcode, ElementType type,
                                        std::span<const ExprId> operands) {
    const IndexFunction function = index_of(opcode);
    if (!is_integer(type) || function == nullptr) return {};
    std::vector<Index> indices;
    for (const ExprId operand : operands) {
        const std::optional<Index> index = builder.as_index(operand);
        if (!index) return {};
        indices.push_back(*index);
    }
    const std::optional<Index> index = function(builder.space(), indices);
    constexpr int kLevels = 3;
    if (!index || !is_small(builder.space(), *index) || !is_shallow(builder.space(), *index, kLevels) ||
        !holds(type, builder.space().range(*index)))
        return {};
    return index;
}

// The operand that a maximum or minimum of integers always is.
std::optional<ExprId> known_extremum(ExprBuilder& builder, Opcode opcode, ElementType type,
                                     std::span<const ExprId> operands) {
    if (!is_integer(type) || (opcode != Opcode::Maximum && opcode != Opcode::Minimum)) return {};
    const Range a = builder.values_of(operands[0]), b = builder.values_of(operands[1]);
    const auto wins = opcode == Opcode::Maximum ? ComparisonDirection::Ge : ComparisonDirection::Le;
    if (truth_of(wins, a, b).single() == 1) return operands[0];
    return truth_of(wins, b, a).single() == 1 ? std::optional(operands[1]) : std::nullopt;
}

// A point of a dimension.
struct PointOfDimension {
    TermId dimension;
    std::int64_t point = 0;
};

// The only points of a dimension at which a condition holds, and at which it does not; none where there are several.
struct OnlyPoints {
    std::optional<PointOfDimension> inside, outside;
};

OnlyPoints only_points(const IndexSpace& space, const Condition& condition) {
    if (condition.index.products.size() != 1) return {};
    const auto [term, coefficient] = condition.index.products[0];
    const std::int64_t constant = condition.index.constant;
    const Range all = space[term].range;
    if (space[term].kind != TermKind::Dimension || std::abs(coefficient) != 1) return {};
    const Range fulfils = coefficient > 0 ? Range{condition.low - constant, condition.high - constant}
                                          : Range{constant - condition.high + 1, constant - condition.low + 1};
    const Range points = common_part(all, fulfils);
    OnlyPoints only;
    if (points.size() == 1) only.inside = {term, points.begin};
    if (points.size() == all.size() - 1) only.outside = {term, points.begin > all.begin ? all.begin : all.last()};
    return only;
}

Index index_at(IndexSpace& space, const Index& index, const PointOfDimension& at) {
    Index sum = index.constant;
    for (const Index::Product& product : index.products) {
        const Term term = space[product.term];
        Index part;
        if (product.term == at.dimension)
            part = at.point;
        else if (term.kind == TermKind::FloorDivide)
            part = space.floor_divide(index_at(space, term.argument, at), term.divisor);
        else if (term.kind == TermKind::Modulo)
            part = space.modulo(index_at(space, term.argument, at), term.divisor);
        else
            part.products = {{.term = product.term, .coefficient = 1}};
        sum = sum + part * product.coefficient;
    }
    return sum;
}

// A load at one point of a dimension: b[0], not b[-i] where i is 0. Another expression stays.
ExprId loaded_at(ExprBuilder& builder, ExprId id, const PointOfDimension& at) {
    Expr expr = builder.exprs()[id];
    if (expr.kind != ExprKind::Load) return id;
    std::vector<Index> indices;
    for (const Index& index : expr.index) indices.push_back(index_at(builder.space(), index, at));
    expr.index = std::move(indices);
    return builder.exprs().add(std::move(expr));
}

} // namespace

std::optional<Index> ExprBuilder::as_index(ExprId value) {
    const Expr& expr = exprs()[value];
    if (!is_integer(expr.type)) return {};
    Index index;
    if (expr.kind == ExprKind::Constant)
        index = to_tensor({.shape = Shape::scalar(expr.type), .bytes = expr.bits}).integers()(0);
    else if (expr.kind == ExprKind::IndexValue)
        index = expr.index;
    else
        return {};
    if (!is_small(space(), index) || !holds(expr.type, space().range(index))) return {};
    return index;
}

ExprId ExprBuilder::constant(ElementType type, double value) {
    Tensor tensor(Shape::scalar(type));
    if (is_float(type))
        tensor.reals()(0) = round_to(type, value);
    else if (is_complex(type))
        tensor.complexes()(0) = value;
    else
        tensor.integers()(0) = wrap_to(type, static_cast<std::int64_t>(value));
    return exprs().add({.kind = ExprKind::Constant, .type = type, .bits = to_literal(tensor).bytes});
}

ExprId ExprBuilder::apply(Opcode opcode, ElementType type, std::vector<ExprId> operands) {
    if (const std::optional<Index> index = applied_to_indices(*this, opcode, type, operands))
        return index_value(type, *index, instruction().name);
    if (const std::optional<ExprId> one = known_extremum(*this, opcode, type, operands)) return *one;
    return exprs().add({.kind = ExprKind::Apply,
                        .type = type,
                        .operands = std::move(operands),
                        .opcode = opcode,
                        .name = instruction().name});
}

ExprId ExprBuilder::compare(ComparisonDirection direction, ExprId a, ExprId b) {
    return exprs().add({.kind = ExprKind::Apply,
                        .type = ElementType::Pred,
                        .operands = {a, b},
                        .opcode = Opcode::Compare,
                        .direction = direction});
}

ExprId ExprBuilder::convert(ElementType type, ExprId value) {
    if (exprs()[value].type == type) return value;
    constexpr std::int64_t kExact = std::int64_t{1} << 24; // integers that every float of 32 bits and more holds
    const bool is_wide_float = type == ElementType::F32 || type == ElementType::F64;
    const std::optional<Index> number = is_wide_float ? as_index(value) : std::nullopt;
    if (number && number->is_constant() && number->constant >= -kExact && number->constant <= kExact)
        return constant(type, static_cast<double>(number->constant));
    return apply(Opcode::Convert, type, {value});
}

ExprId ExprBuilder::index_value(ElementType type, const Index& index, std::string name) {
    if (is_integer(type) && index.is_constant() && is_small(space(), index))
        return constant(type, static_cast<double>(index.constant));
    return exprs().add({.kind = ExprKind::IndexValue, .type = type, .index = index, .name = std::move(name)});
}

ExprId ExprBuilder::guard(std::vector<Condition> conditions, ExprId inside, ExprId outside) {
    // Conditions that always hold are dropped.
    std::erase_if(conditions, [&](const Condition& c) {
        const Range range = space().range(c.index);
        return range.begin >= c.low && range.end <= c.high;
    });
    for (const Condition& c : conditions) {
        const Range range = space().range(c.index);
        if (range.end <= c.low || range.begin >= c.high) return outside;
    }
    if (conditions.empty() || inside == outside) return inside;
    if (conditions.size() == 1) {
        const OnlyPoints only = only_points(space(), conditions[0]);
        if (only.inside) inside = loaded_at(*this, inside, *only.inside);
        if (only.outside) outside = loaded_at(*this, outside, *only.outside);
    }
    const ElementType type = exprs()[inside].type;
    return exprs().add(
        {.kind = ExprKind::Guard, .type = type, .operands = {inside, outside}, .conditions = std::move(conditions)});
}

ExprId ExprBuilder::accumulator(std::size_t slot, ElementType type) {
    return exprs().add({.kind = ExprKind::Accumulator, .type = type, .slot = static_cast<std::int64_t>(slot)});
}

} // namespace hlo2cpp
