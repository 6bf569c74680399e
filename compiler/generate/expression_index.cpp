// Indices and conditions of an emitter: sums of what dimensions, loops and run-time values are called at the point.
#include <algorithm>

#include "generate/elements.h"
#include "generate/expression.h"
#include "generate/numbers.h"

namespace hlo2cpp {

std::string Emitter::index(const Index& index) {
    std::int64_t constant = 0;
    std::vector<AffineTerm> terms = named_terms(index, constant);
    return affine_text(std::move(terms), constant);
}

Interval Emitter::range(const Index& index) const {
    Index rest = index.constant;
    for (const Index::Product& product : index.products) {
        const Term& term = kernel_.space[product.term];
        const bool is_number =
            term.kind == TermKind::Dimension && dimensions_[static_cast<std::size_t>(term.dimension)].name.empty();
        if (is_number)
            rest.constant += dimensions_[static_cast<std::size_t>(term.dimension)].offset * product.coefficient;
        else
            rest.products.push_back(product);
    }
    return facts_->range(rest);
}

std::vector<AffineTerm> Emitter::named_terms(const Index& index, std::int64_t& constant) {
    std::vector<AffineTerm> terms;
    constant += index.constant;
    for (const Index::Product& product : index.products) {
        const Term& term = kernel_.space[product.term];
        AffineTerm part = {.coefficient = product.coefficient};
        if (term.kind == TermKind::Dimension) {
            const DimensionText& dimension = dimensions_[static_cast<std::size_t>(term.dimension)];
            constant += dimension.offset * product.coefficient;
            if (dimension.name.empty()) continue;
            part.text = dimension.name;
        } else if (term.kind == TermKind::Variable) {
            part.text = loop_variable(term.variable);
        } else {
            part.text = this->term(product.term);
        }
        part.high = term.range.high - term.range.low;
        // Two dimensions may have one name, with different offsets.
        const auto same = std::ranges::find(terms, part.text, &AffineTerm::text);
        if (same != terms.end())
            same->coefficient += part.coefficient;
        else
            terms.push_back(std::move(part));
    }
    std::erase_if(terms, [](const AffineTerm& term) { return term.coefficient == 0; });
    return terms;
}

// As a number of the index type.
std::string Emitter::loop_variable(ArgumentId variable) {
    const std::string name = pointer_(variable, false);
    const bool is_wide = values_[variable.index()].type == ElementType::S64;
    return is_wide == wide_index_ ? name : "static_cast<" + index_type() + ">(" + name + ")";
}

// A quotient, a remainder or a run-time index: computed once, where it is known.
std::string Emitter::term(TermId id) {
    for (std::size_t i = blocks_.top() + 1; i-- > 0;)
        if (const auto it = blocks_[i].terms.find(id); it != blocks_[i].terms.end()) return it->second;
    const Term& term = kernel_.space[id];
    const std::size_t depth = place(facts_->of(id), true);
    std::string text, wanted;
    if (term.kind == TermKind::Dynamic) {
        emit(term.value, Form::Atom);
        const ElementType type = kernel_.exprs[term.value].type;
        text = clamp_index_text(type, index_type(), text_of(term.value), term.range.low, term.range.high);
        wanted = "start";
    } else {
        const std::string argument = index(term.argument), divisor = integer_literal(term.divisor);
        const bool quotient = term.kind == TermKind::FloorDivide;
        if (facts_->range(term.argument).low >= 0)
            text = in_parentheses(argument) + (quotient ? " / " : " % ") + divisor;
        else
            text = std::string(quotient ? "floor_divide" : "floor_modulo") + index_suffix() + "(" + argument + ", " +
                   divisor + ")";
        wanted = quotient ? "q" : "r";
    }
    const std::string name = define(depth, index_type(), wanted, text);
    blocks_[depth].terms[id] = name;
    return name;
}

std::string Emitter::condition(const std::vector<Condition>& conditions) {
    std::string text;
    const auto add = [&](const std::string& part) { text += (text.empty() ? "" : " && ") + part; };
    for (const Condition& condition : conditions) {
        if (facts_->decided(condition) == true) continue;
        const Interval range = facts_->range(condition.index);
        std::int64_t shift = 0; // goes to the other side
        const std::string left = in_parentheses(affine_text(named_terms(condition.index, shift), 0));
        const auto limit = [&](std::int64_t value) { return integer_literal(value - shift); };
        const bool low = range.low < condition.low, high = range.high >= condition.high;
        if (condition.high - condition.low == 1)
            add(left + " == " + limit(condition.low));
        else {
            if (low) add(left + " >= " + limit(condition.low));
            if (high) add(left + " < " + limit(condition.high));
        }
    }
    return text;
}

} // namespace hlo2cpp
