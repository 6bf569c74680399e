#include "nest/lane_factors.h"

#include <algorithm>
#include <utility>

#include "kernel/analysis.h"
#include "kernel/half_load.h"
#include "kernel/word_factors.h"

namespace hlo2cpp::nest {
namespace {

bool contain(const std::vector<Range>& outer, const std::vector<Range>& inner) {
    return std::ranges::equal(outer, inner, [](const Range& a, const Range& b) { return contains(a, b); });
}
bool overlap(const std::vector<Range>& some, const std::vector<Range>& others) {
    return std::ranges::equal(some, others,
                              [](const Range& a, const Range& b) { return common_part(a, b).size() > 0; });
}

Position replaced(const Position& position, const std::map<CounterId, Position>& by_counter) {
    Position all = position.constant;
    for (const auto& [counter, coefficient] : position.products) {
        const auto found = by_counter.find(counter);
        all = std::move(all) + times(found == by_counter.end() ? Position(counter) : found->second, coefficient);
    }
    return all;
}

bool are_neighbours(const Kernel& kernel, ExprId load, std::int64_t dim) {
    const Index& index = kernel.exprs[load].index;
    return kernel.space.coefficient(index, dim) == 1 && affine_in(kernel, index, dim);
}

} // namespace

LaneFactors::LaneFactors(const Kernel& kernel, const Body& body, Rounds& rounds)
    : kernel_(kernel), body_(body), bounds_(kernel.space, body.box), dependences_(kernel, bounds_), rounds_(rounds),
      step_dim_(kernel.space.dimensions() - 1) {}

void LaneFactors::set(const Set& set, const Point& point) {
    std::vector<Held>& all = held_[set.target.registers];
    Held held{.expr = {}, .elements = elements_of(set.target, point), .place = {}};
    std::erase_if(all, [&](const Held& one) { return overlap(held.elements, one.elements); });
    const auto* const steps = std::get_if<Steps>(&set.value);
    const auto* const lanes = std::get_if<Lanes>(&set.value);
    if (steps == nullptr && lanes == nullptr) return;
    held.expr = steps != nullptr ? steps->load : lanes->expr;
    if (steps != nullptr && !steps->copied && !are_neighbours(kernel_, steps->load, step_dim_)) return;
    const Place place =
        steps != nullptr ? Place{point, step_dim_, 0} : of_vector(lanes->vector, point, lanes->halves ? 2 : 1);
    const std::map<CounterId, Position> by_loop = numbers_by_loop(set.target, point);
    const Dependence& depends = dependences_.of(held.expr);
    for (std::int64_t d = 0; d <= step_dim_; ++d)
        if ((depends.dims & dimension_bit(d)) != 0) held.place[d] = replaced(place.at(d), by_loop);
    all.push_back(std::move(held));
}

bool LaneFactors::fit(const MultiplyLane& product, const Point& point) const {
    const Place first_step{point, step_dim_, times(point.value(product.lane), -1)};
    const ExprId scalar = held(product.scalars, first_step),
                 vector = held(product.vector, of_vector(product.number, point));
    return scalar.valid() && vector.valid() && is_term(scalar, vector);
}

bool LaneFactors::fit(const WordOfRow& row, const Words& words, const Point& point) const {
    const ExprId load = held(row.words, Place{point, step_dim_, times(point.value(row.number), -words.size)});
    const auto factors = factors_of_words(kernel_);
    return factors && (load == factors->first || load == factors->second) &&
           !kernel_.space.depends_on(kernel_.exprs[load].index, body_.lane_dim);
}

bool LaneFactors::is_term(ExprId scalar, ExprId vector) const {
    const Expr& term = kernel_.exprs[dependences_.resolve(*kernel_.reduction->term)];
    if (term.kind != ExprKind::Apply || term.opcode != Opcode::Multiply) return false;
    const auto is = [&](ExprId operand, ExprId factor) { // 16-bit floats become f32 when they are loaded
        return dependences_.resolve(operand) == factor ||
               half_load(kernel_, dependences_, operand, term.type) == factor;
    };
    return (is(term.operands[0], scalar) && is(term.operands[1], vector)) ||
           (is(term.operands[1], scalar) && is(term.operands[0], vector));
}

Position LaneFactors::Place::at(std::int64_t d) const {
    const Position here = point.at(static_cast<std::size_t>(d));
    return d == dim ? here + distance : here;
}

LaneFactors::Place LaneFactors::of_vector(const Position& number, const Point& point, std::int64_t width) const {
    return {point, body_.lane_dim, times(point.value(number), width * body_.lanes)};
}

std::vector<Range> LaneFactors::elements_of(const Ref& ref, const Point& point) const {
    std::vector<Range> elements;
    for (const Position& subscript : ref.at) {
        const Position number = point.value(subscript);
        Range range = only(number.constant);
        for (const auto& [loop, stride] : number.products) range = sum(range, scaled({0, rounds_.count(loop)}, stride));
        elements.push_back(range);
    }
    return elements;
}

std::map<CounterId, Position> LaneFactors::numbers_by_loop(const Ref& ref, const Point& point) {
    std::map<CounterId, Position> by_loop;
    for (std::size_t i = 0; i < ref.at.size(); ++i) {
        if (i == numbers_.size()) numbers_.push_back(rounds_.over(kFar).products[0].counter);
        const Position element = point.value(ref.at[i]);
        if (element.products.size() == 1 && element.products[0].coefficient == 1)
            by_loop[element.products[0].counter] = Position(numbers_[i]) + -element.constant;
    }
    return by_loop;
}

ExprId LaneFactors::held(const Ref& ref, const Place& place) const {
    const auto found = held_.find(ref.registers);
    if (found == held_.end()) return {};
    const std::vector<Range> elements = elements_of(ref, place.point);
    const auto one =
        std::ranges::find_if(found->second, [&](const Held& held) { return contain(held.elements, elements); });
    if (one == found->second.end()) return {};
    std::map<CounterId, Position> by_number;
    for (std::size_t i = 0; i < std::min(ref.at.size(), numbers_.size()); ++i)
        by_number[numbers_[i]] = place.point.value(ref.at[i]);
    const bool there = std::ranges::all_of(one->place, [&](const auto& side) {
        return is_zero(replaced(side.second, by_number) + times(place.at(side.first), -1));
    });
    return there ? one->expr : ExprId();
}

bool LaneFactors::is_zero(const Position& position) const {
    std::map<CounterId, std::int64_t> coefficients;
    for (const auto& [loop, coefficient] : position.products)
        if (rounds_.count(loop) > 1) coefficients[loop] += coefficient;
    return position.constant == 0 &&
           std::ranges::all_of(coefficients, [](const auto& product) { return product.second == 0; });
}

} // namespace hlo2cpp::nest
