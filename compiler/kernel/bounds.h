// Interval analysis of indices over a box of a kernel's dimensions. kernel/limits.h adds conditions, for the validator.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "kernel/kernel.h"
#include "support/range.h"

namespace hlo2cpp {

// Range of a sum whose terms lie in `range_of(TermId)`.
template <typename RangeOf>
Range range_of_sum(const Index& index, RangeOf&& range_of) {
    Range range = only(index.constant);
    for (const Index::Product& product : index.products)
        range = sum(range, scaled(range_of(product.term), product.coefficient));
    return range;
}

// Range of x - divisor * floor(x / divisor) for x in `argument`.
Range range_of_remainder(const Range& argument, std::int64_t divisor);

class Bounds {
public:
    // `box`: ranges of the first dimensions; the others take all their values. An empty range counts as its first
    // point.
    explicit Bounds(const IndexSpace& space, std::span<const Range> box = {});

    // Limits a dimension to the range, whatever it was limited to before.
    void limit(std::int64_t dim, const Range& range);
    // Holds at all points of the box from here on: decides conditions whose index differs from it by a number.
    void assume(const Condition& condition) { assumed_.push_back(condition); }

    // An interval that contains all values of the index.
    Range range(const Index& index) const;
    // True if the condition holds at all points of the box, false if it holds at none; nullopt: neither is proved.
    std::optional<bool> decided(const Condition& condition) const;
    bool always(const Condition& condition) const { return decided(condition) == true; }
    bool never(const Condition& condition) const { return decided(condition) == false; }

private:
    Range range_of_term(const Term& term) const;

    const IndexSpace* space_;
    std::vector<Range> dimensions_;
    std::vector<Range> terms_;
    std::vector<Condition> assumed_;
};

// The conditions that the bounds do not prove. A proved side becomes infinite, except in an equality.
std::vector<Condition> to_be_tested(const Bounds& bounds, std::vector<Condition> conditions);

// True if an index of the kernel needs more than 32 bits.
bool needs_wide_index(const Kernel& kernel);

} // namespace hlo2cpp
