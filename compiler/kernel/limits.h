// Limits on the indices at a place in a kernel, from the conditions that hold there. The validator's own analysis
// shares no code with the conclusions of `fuse` and `tile`.
#pragma once

#include <optional>
#include <vector>

#include "kernel/kernel.h"
#include "support/range.h"

namespace hlo2cpp {

// The sum `form` lies in `range`. It has no constant, a positive first coefficient, no factor common to all.
struct Limit {
    Index form;
    Range range;
    friend bool operator==(const Limit&, const Limit&) = default;
};
using Limits = std::vector<Limit>;

class IndexBounds {
public:
    // Starts with the full range of every dimension.
    explicit IndexBounds(const Kernel& kernel) : IndexBounds(kernel.space) {}
    explicit IndexBounds(const IndexSpace& space);
    void update(); // takes in the terms that the space has got since

    // A range that contains all values of the index under the limits.
    Range of(const Index& index, const Limits& limits) const;
    // False if the condition (or its opposite) contradicts the limits; else the limits now include it, as far as they
    // can express it.
    bool add(Limits& limits, const Condition& condition) const;
    bool add_opposite(Limits& limits, const Condition& condition) const;

private:
    struct Context;
    Range of(const Index& index, Context& context) const;
    Range of_term(TermId id, Context& context) const;
    bool limit(Limits& limits, const Index& index, Range range) const;
    bool limit_multiples(Limits& limits, const Index& index, const Range& range) const;
    bool limit_undivided(Limits& limits, const Limit& known) const;
    bool limit_divided(Limits& limits, const Limit& known) const;

    const IndexSpace& space_;
    std::vector<Range> terms_; // without limits
    std::vector<TermId> quotients_;
};

// The limits common to two places: for each form limited at both, the hull of its two ranges.
Limits common(const Limits& a, const Limits& b);

} // namespace hlo2cpp
