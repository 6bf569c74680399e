#include "program/index_facts.h"

#include <algorithm>
#include <utility>

#include "kernel/checked_index.h"
#include "kernel/exact_range.h"

namespace hlo2cpp {
namespace {

constexpr int kMostExtrema = 6; // in one index that are looked at

Range larger_or_smaller(bool largest, const Range& a, const Range& b) {
    return largest ? Range{std::max(a.begin, b.begin), std::max(a.end, b.end)}
                   : Range{std::min(a.begin, b.begin), std::min(a.end, b.end)};
}

} // namespace

void IndexFacts::clear() {
    space_ = {};
    bounds_.emplace(space_);
    extrema_.clear();
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

bool IndexFacts::is_multiple(const Index& index, std::int64_t number, int depth) const {
    if (depth == 0 || index.constant % number != 0) return false;
    return std::ranges::all_of(index.products, [&](const Index::Product& product) {
        if (product.coefficient % number == 0) return true;
        const std::optional<Extremum> extremum = extremum_of(product);
        return extremum && is_multiple(extremum->a, number, depth - 1) && is_multiple(extremum->b, number, depth - 1);
    });
}

Index IndexFacts::extremum(bool largest, const Index& a, const Index& b) {
    const Range x = range(a), y = range(b);
    if (largest ? x.begin >= y.last() : x.last() <= y.begin) return a;
    if (largest ? y.begin >= x.last() : y.last() <= x.begin) return b;
    Index index = unknown(larger_or_smaller(largest, x, y));
    if (!index.is_constant()) extrema_.emplace(index.products.front().term, Extremum{largest, a, b});
    return index;
}

std::optional<IndexFacts::Extremum> IndexFacts::extremum_of(const Index::Product& product) const {
    const auto found = extrema_.find(product.term);
    return found == extrema_.end() ? std::nullopt : std::optional(found->second);
}

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

// The larger of the floor, and of the ceiling if that is below 0.
Index IndexFacts::quotient(const Index& a, std::int64_t divisor) {
    if (range(a).begin >= 0) return floor_quotient(a, divisor);
    return maximum(floor_quotient(a, divisor), minimum(floor_quotient(sum(a, divisor - 1), divisor), 0));
}

Index IndexFacts::remainder(const Index& a, std::int64_t divisor) {
    return range(a).begin >= 0 ? floor_remainder(a, divisor) : unknown({1 - divisor, divisor});
}

// ---- assumptions

void IndexFacts::assume(const Index& not_negative) {
    for (const Index::Product& product : not_negative.products)
        if (const std::optional<Extremum> extremum = extremum_of(product))
            if (assume_parts(not_negative, product, *extremum)) return;
    assumptions_.push_back(not_negative);
}

// k < min(a, b) is k < a and k < b. k < max(a, b) is k < b where k < a cannot be.
bool IndexFacts::assume_parts(const Index& fact, const Index::Product& product, const Extremum& extremum) {
    const Index of_a = with(fact, product, extremum.a), of_b = with(fact, product, extremum.b);
    const bool both = extremum.largest != (product.coefficient > 0);
    const bool a_counts = both || range(of_b).last() < 0, b_counts = both || range(of_a).last() < 0;
    if (a_counts) assume(of_a);
    if (b_counts) assume(of_b);
    return a_counts || b_counts;
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
Range IndexFacts::range(const Index& index, bool exact, int most_extrema) {
    for (const Index::Product& product : index.products) {
        const std::optional<Extremum> found = most_extrema > 0 ? extremum_of(product) : std::nullopt;
        if (!found) continue;
        const Range a = range(with(index, product, found->a), exact, most_extrema - 1),
                    b = range(with(index, product, found->b), exact, most_extrema - 1);
        return larger_or_smaller(found->largest == (product.coefficient > 0), a, b);
    }
    return range_of_unknowns(index, exact);
}

Range IndexFacts::range(const Index& index) {
    return range(index, false, kMostExtrema);
}

bool IndexFacts::not_negative(const Index& index) {
    refresh();
    if (!possible_) return true;
    const std::size_t terms = space_.term_count();
    return range(within_limits(space_.recombine(index), terms), true, kMostExtrema).begin >= 0;
}

} // namespace hlo2cpp
