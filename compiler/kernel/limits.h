// What is known of indices at some place in a kernel: conditions that hold there. The validator's own reckoning, which
// shares nothing with what `fuse` and `tile` conclude from.
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
    // All dimensions take all their values.
    explicit IndexBounds(const Kernel& kernel);

    // Holds all values of the index where the limits hold.
    Range of(const Index& index, const Limits& limits) const;
    // False: the condition (or its opposite) never holds where the limits do; else they hold it too, as far as they
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

// What holds at two places: of each form that both know, the range that spans both.
Limits common(const Limits& a, const Limits& b);

} // namespace hlo2cpp
