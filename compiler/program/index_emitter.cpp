#include "program/index_emitter.h"

#include <algorithm>

#include "kernel/integer_values.h"
#include "program/elements.h"

namespace hlo2cpp {

using tree::Expression;

namespace {

// Condition on -x in place of the same one on x, if x is a sum of negative multiples: i >= 1, not -i < 0.
Condition upright(const Condition& condition) {
    const std::vector<Index::Product>& products = condition.index.products;
    const auto is_negative = [](const Index::Product& product) { return product.coefficient < 0; };
    if (products.empty() || !std::ranges::all_of(products, is_negative)) return condition;
    return {.index = condition.index * -1,
            .low = condition.high < kFar ? 1 - condition.high : -kFar,
            .high = condition.low > -kFar ? 1 - condition.low : kFar};
}

} // namespace

bool stores_one_by_one(const Kernel& kernel) {
    return std::ranges::all_of(kernel.outputs,
                               [&](const Output& output) { return stores_to(kernel, output.argument) > 1; });
}

Expression IndexEmitter::index(const Index& index) {
    std::int64_t constant = 0;
    std::vector<AffineTerm> terms = named_terms(index, constant);
    if (!distances_) return affine_sum(std::move(terms), constant);
    const Expression sum = affine_sum(std::move(terms), 0);
    return constant < 0 && !tree::is_integer(sum, 0) ? tree::subtract(sum, tree::integer(-constant))
                                                     : sum_of(sum, tree::integer(constant));
}

Range IndexEmitter::range(const Index& index) const {
    Bounds at_point = bounds_;
    for (std::size_t d = 0; d < dimensions_.size(); ++d)
        if (const DimensionAt& at = dimensions_[d]; !at.variable.valid())
            at_point.limit(static_cast<std::int64_t>(d), {at.offset, at.offset + 1});
    return at_point.range(index);
}

std::vector<AffineTerm> IndexEmitter::named_terms(const Index& index, std::int64_t& constant) {
    std::vector<AffineTerm> terms;
    constant += index.constant;
    for (const Index::Product& product : index.products) {
        const Term& term = kernel_.space[product.term];
        AffineTerm part = {.coefficient = product.coefficient, .factor = {}};
        if (term.kind == TermKind::Dimension) {
            const DimensionAt& dimension = dimensions_[static_cast<std::size_t>(term.dimension)];
            constant += dimension.offset * product.coefficient;
            if (!dimension.variable.valid()) continue;
            part.factor = dimension.variable;
        } else if (term.kind == TermKind::Variable) {
            part.factor = loop_variable(term.variable);
        } else {
            part.factor = this->term(product.term);
        }
        part.high = term.range.size() - 1;
        // Two dimensions may have one name, with different offsets.
        const auto same = std::ranges::find(terms, part.factor, &AffineTerm::factor);
        if (same != terms.end())
            same->coefficient += part.coefficient;
        else
            terms.push_back(std::move(part));
    }
    std::erase_if(terms, [](const AffineTerm& term) { return term.coefficient == 0; });
    return terms;
}

// Variable of a loop as a number of the index type.
Expression IndexEmitter::loop_variable(ArgumentId variable) {
    const Expression name = pointer_(variable, false);
    const bool is_wide = values_[variable.index()].type == ElementType::S64;
    return is_wide == wide_index_ ? name : tree::cast(index_element(), name);
}

// A quotient, a remainder or a run-time index: computed once, where it is known.
Expression IndexEmitter::term(TermId id) {
    for (std::size_t i = blocks_.top() + 1; i-- > 0;)
        if (const auto it = blocks_[i].terms.find(id); it != blocks_[i].terms.end()) return it->second;
    const Term& term = kernel_.space[id];
    const std::size_t depth = place(dependences_->of(id), true);
    const Expression value = term_value(term);
    if (value->kind == tree::ExpressionKind::Integer) return blocks_[depth].terms[id] = value;
    const char* wanted = term.kind == TermKind::Dynamic ? "start" : term.kind == TermKind::FloorDivide ? "q" : "r";
    const Expression name = define(depth, index_type(), wanted, value);
    blocks_[depth].terms[id] = name;
    return name;
}

Expression IndexEmitter::term_value(const Term& term) {
    if (term.kind == TermKind::Dynamic) {
        const Expression value = run_time_value(term.value);
        const ElementType type = kernel_.exprs[term.value].type;
        const bool in_type = !is_narrow_integer(type) && contains(term.range, values_of(type)); // of its own bits
        if (in_type && info(type).bits < 32) return tree::cast(index_element(), value);
        return clamped_index(type, index_element(), value, term.range.begin, term.range.last());
    }
    const Expression argument = index(term.argument);
    const bool quotient = term.kind == TermKind::FloorDivide;
    if (argument->kind == tree::ExpressionKind::Integer)
        return tree::integer(quotient ? floor_divide(argument->number, term.divisor)
                                      : argument->number - floor_divide(argument->number, term.divisor) * term.divisor);
    if (bounds_.range(term.argument).begin < 0)
        return quotient ? floor_quotient(index_element(), argument, term.divisor)
                        : floor_remainder(index_element(), argument, term.divisor);
    return tree::binary(quotient ? tree::Operator::Divide : tree::Operator::Remainder, argument,
                        tree::integer(term.divisor));
}

Expression IndexEmitter::condition(const std::vector<Condition>& conditions) {
    return test(to_be_tested(bounds_, conditions));
}

Expression IndexEmitter::test(const std::vector<Condition>& conditions) {
    Expression all;
    for (const Condition& one : conditions) {
        const Condition condition = upright(one);
        std::int64_t shift = 0; // goes to the other side
        const Expression left = affine_sum(named_terms(condition.index, shift), 0);
        const auto limit = [&](std::int64_t value) { return tree::integer(value - shift); };
        if (condition.high - condition.low == 1) {
            all = tree::logical_and(all, tree::equal(left, limit(condition.low)));
            continue;
        }
        if (condition.low > -kFar) all = tree::logical_and(all, tree::greater_equal(left, limit(condition.low)));
        if (condition.high < kFar) all = tree::logical_and(all, tree::less(left, limit(condition.high)));
    }
    return all;
}

} // namespace hlo2cpp
