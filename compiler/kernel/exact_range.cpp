#include "kernel/exact_range.h"

#include <algorithm>
#include <cstdlib>

#include "support/disjoint_sets.h"
#include "support/floor_divide.h"

namespace hlo2cpp {
namespace {

constexpr std::int64_t kMostPoints = std::int64_t{1} << 18; // of one group
constexpr std::int64_t kLarge = std::int64_t{1} << 28;      // products of two, and sums of those, fit int64

bool is_made_of_others(const Term& term) {
    return term.kind == TermKind::FloorDivide || term.kind == TermKind::Modulo;
}

// Terms that depend on each other, with the limits on them and their part of the index.
struct Group {
    std::vector<TermId> free, made; // each after the terms in its argument
    Index part;                     // of the index
    std::vector<const Limit*> limits;
};

class Groups {
public:
    Groups(const IndexSpace& space, const Index& index, const Limits& limits)
        : space_(space), sets_(space.term_count()), used_(space.term_count()) {
        use(index);
        for (const Limit& limit : limits) {
            use(limit.form);
            tie(limit.form, limit.form.products.front().term);
        }
        for (std::size_t t = space.term_count(); t-- > 0;) // terms have higher numbers than their arguments' terms
            if (used_[t] && is_made_of_others(space[TermId(t)])) {
                use(space[TermId(t)].argument);
                tie(space[TermId(t)].argument, TermId(t));
            }
        std::vector<std::size_t> numbers(space.term_count(), space.term_count());
        for (std::size_t t = 0; t < space.term_count(); ++t) {
            if (!used_[t]) continue;
            std::size_t& number = numbers[sets_.find(t)];
            if (number == space.term_count()) {
                number = groups.size();
                groups.emplace_back();
            }
            (is_made_of_others(space[TermId(t)]) ? groups[number].made : groups[number].free).emplace_back(t);
        }
        for (const Index::Product& product : index.products)
            groups[numbers[sets_.find(product.term.index())]].part.products.push_back(product);
        for (const Limit& limit : limits)
            groups[numbers[sets_.find(limit.form.products.front().term.index())]].limits.push_back(&limit);
    }

    std::vector<Group> groups;
    bool small = true;

private:
    void use(const Index& index) {
        small = small && std::abs(index.constant) < kLarge * kLarge;
        for (const Index::Product& product : index.products) {
            const Range& range = space_[product.term].range;
            used_[product.term.index()] = true;
            small = small && std::abs(product.coefficient) < kLarge && -kLarge < range.begin && range.end < kLarge;
        }
    }
    void tie(const Index& index, TermId term) {
        for (const Index::Product& product : index.products) sets_.join(term.index(), product.term.index());
    }

    const IndexSpace& space_;
    DisjointSets sets_;
    std::vector<bool> used_;
};

// All points of one group.
class Points {
public:
    Points(const IndexSpace& space, const Group& group) : space_(space), group_(group), values_(space.term_count()) {}

    std::optional<Range> range() {
        std::int64_t points = 1;
        for (const TermId id : group_.free) {
            const std::int64_t size = std::max<std::int64_t>(space_[id].range.size(), 1);
            if (points > kMostPoints / size) return std::nullopt;
            points *= size;
            values_[id.index()] = space_[id].range.begin;
        }
        Range range;
        for (std::int64_t point = 0; point < points; ++point, next())
            if (reachable()) {
                const Range value = only(sum(group_.part));
                range = range.size() > 0 ? hull(range, value) : value;
            }
        return range;
    }

private:
    void next() {
        for (const TermId id : group_.free) {
            std::int64_t& value = values_[id.index()];
            if (++value < space_[id].range.end) return;
            value = space_[id].range.begin;
        }
    }
    std::int64_t sum(const Index& index) const {
        std::int64_t sum = index.constant;
        for (const Index::Product& product : index.products) sum += product.coefficient * values_[product.term.index()];
        return sum;
    }
    bool reachable() {
        for (const TermId id : group_.made) {
            const Term& term = space_[id];
            const std::int64_t argument = sum(term.argument), quotient = floor_divide(argument, term.divisor);
            values_[id.index()] = term.kind == TermKind::FloorDivide ? quotient : argument - quotient * term.divisor;
        }
        return std::ranges::all_of(group_.limits,
                                   [&](const Limit* limit) { return limit->range.contains(sum(limit->form)); });
    }

    const IndexSpace& space_;
    const Group& group_;
    std::vector<std::int64_t> values_; // by term
};

} // namespace

std::optional<Range> exact_range(const IndexSpace& space, const Index& index, const Limits& limits) {
    const Groups groups(space, index, limits);
    if (!groups.small) return std::nullopt;
    Range all = only(index.constant);
    for (const Group& group : groups.groups) {
        const std::optional<Range> range = Points(space, group).range();
        if (!range || range->size() <= 0) return range;
        all = sum(all, *range);
    }
    return all;
}

} // namespace hlo2cpp
