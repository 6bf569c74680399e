#include "program/index_facts.h"

#include <algorithm>
#include <utility>

#include "kernel/exact_range.h"
#include "program/checked_index.h"

namespace hlo2cpp {
namespace {

constexpr int kMostDefinitions = 6; // in one index that are looked at

Range extremum(bool largest, const Range& a, const Range& b) {
    return largest ? Range{std::max(a.begin, b.begin), std::max(a.end, b.end)}
                   : Range{std::min(a.begin, b.begin), std::min(a.end, b.end)};
}

} // namespace

void IndexFacts::clear() {
    space_ = {};
    bounds_.emplace(space_);
    definitions_.clear();
    assumptions_.clear();
    limited_.reset();
}

Index IndexFacts::unknown(const Range& range) {
    return space_.variable(ArgumentId(space_.term_count()), range);
}

Index IndexFacts::sum(const Index& a, const Index& b, std::int64_t factor) {
    const std::optional<Index> both = checked_sum(a, b, factor);
    return both ? *both : unknown({-kFar, kFar});
}

Index IndexFacts::with(const Index& index, const Index::Product& product, const Index& value) {
    Index others = index;
    std::erase(others.products, product);
    return sum(others, value, product.coefficient);
}

// ---- results

Index IndexFacts::defined(const Range& range, Definition definition) {
    Index index = unknown(range);
    if (!index.is_constant()) definitions_.emplace(index.products.front().term, std::move(definition));
    return index;
}

const IndexFacts::Definition* IndexFacts::definition_of(const Index::Product& product) const {
    const auto found = definitions_.find(product.term);
    return found == definitions_.end() ? nullptr : &found->second;
}

// Limits know of the quotients that were there before them.
Index IndexFacts::within_limits(Index divided, std::size_t terms) {
    if (space_.term_count() > terms) limited_.reset();
    return divided;
}

Index IndexFacts::floor_quotient(const Index& a, std::int64_t divisor) {
    const std::size_t terms = space_.term_count();
    return within_limits(space_.floor_divide(a, divisor), terms);
}

Index IndexFacts::floor_remainder(const Index& a, std::int64_t divisor) {
    const std::size_t terms = space_.term_count();
    return within_limits(space_.modulo(a, divisor), terms);
}

Index IndexFacts::quotient(const Index& a, std::int64_t divisor) {
    const Range values = range(a);
    if (values.begin >= 0) return floor_quotient(a, divisor);
    const auto rounded = [&](std::int64_t value) { return std::abs(value) >= kFar ? value : value / divisor; };
    return defined(from_to(rounded(values.begin), rounded(values.last())), {Form::Quotient, a, {}, divisor});
}

Index IndexFacts::remainder(const Index& a, std::int64_t divisor) {
    return range(a).begin >= 0 ? floor_remainder(a, divisor) : unknown({1 - divisor, divisor});
}

Index IndexFacts::maximum(const Index& a, const Index& b) {
    const Range x = range(a), y = range(b);
    if (x.begin >= y.last()) return a;
    if (y.begin >= x.last()) return b;
    return defined(extremum(true, x, y), {Form::Maximum, a, b});
}

Index IndexFacts::minimum(const Index& a, const Index& b) {
    const Range x = range(a), y = range(b);
    if (x.last() <= y.begin) return a;
    if (y.last() <= x.begin) return b;
    return defined(extremum(false, x, y), {Form::Minimum, a, b});
}

// ---- assumptions

void IndexFacts::assume(const Index& not_negative) {
    for (const Index::Product& product : not_negative.products)
        if (const Definition* const definition = definition_of(product))
            if (assume_parts(not_negative, product, Definition(*definition))) return;
    assumptions_.push_back(not_negative);
}

// k < min(a, b) is k < a and k < b. k < a / n where 0 <= k gives n k + n <= a. True if the parts say all.
bool IndexFacts::assume_parts(const Index& fact, const Index::Product& product, const Definition& definition) {
    const auto& [form, a, b, divisor] = definition;
    if (form != Form::Quotient) {
        if ((form == Form::Minimum) != (product.coefficient > 0)) return false;
        assume(with(fact, product, a));
        assume(with(fact, product, b));
        return true;
    }
    const Index rest = with(fact, product, 0);
    const std::int64_t rounding = product.coefficient > 0 && range(rest).last() < 0 ? 0 : divisor - 1;
    if (std::abs(product.coefficient) == 1) assume(sum(sum(rounding, a, product.coefficient), rest, divisor));
    return false;
}

void IndexFacts::forget(std::size_t assumed) {
    assumptions_.resize(assumed);
    if (limited_ && *limited_ > assumed) limited_.reset();
}

void IndexFacts::refresh() {
    bounds_->update();
    if (!limited_) {
        limits_.clear();
        limited_ = 0;
        possible_ = true;
    }
    for (; *limited_ < assumptions_.size(); ++*limited_)
        possible_ = possible_ && bounds_->add(limits_, {assumptions_[*limited_], 0, kFar});
}

// ---- questions

Range IndexFacts::range_of_unknowns(const Index& index, bool exact) {
    refresh();
    const Range range = bounds_->of(index, limits_);
    if (!exact || range.begin >= 0 || range.end <= 0) return range;
    return exact_range(space_, index, limits_).value_or(range);
}

// A maximum that is added makes the sum the maximum of two sums; so does a minimum that is subtracted.
Range IndexFacts::range(const Index& index, bool exact, int most_definitions) {
    for (const Index::Product& product : index.products) {
        const Definition* const found = definition_of(product);
        if (found == nullptr || most_definitions == 0) continue;
        const auto [form, a, b, divisor] = Definition(*found);
        const auto range_with = [&](const Index& value) {
            return range(with(index, product, value), exact, most_definitions - 1);
        };
        if (form != Form::Quotient)
            return extremum((form == Form::Maximum) == (product.coefficient > 0), range_with(a), range_with(b));
        if (range(a, false, most_definitions - 1).begin >= 0) return range_with(floor_quotient(a, divisor));
    }
    return range_of_unknowns(index, exact);
}

Range IndexFacts::range(const Index& index) {
    return range(index, false, kMostDefinitions);
}

bool IndexFacts::not_negative(const Index& index) {
    refresh();
    if (!possible_) return true;
    const std::size_t terms = space_.term_count();
    return range(within_limits(space_.recombine(index), terms), true, kMostDefinitions).begin >= 0;
}

} // namespace hlo2cpp
