// Facts about the integers at a place of a program. Each unknown integer is a term of an index space, so that the
// bounds of kernel/limits.h hold for sums of them, too.
#pragma once

#include <optional>
#include <unordered_map>
#include <vector>

#include "kernel/limits.h"

namespace hlo2cpp {

class IndexFacts {
public:
    IndexFacts() { clear(); }
    IndexFacts(const IndexFacts&) = delete;
    IndexFacts& operator=(const IndexFacts&) = delete;
    void clear();

    // A new unknown with a value in the range.
    Index unknown(const Range& range);
    // a + b * factor; an unknown if its numbers do not fit.
    Index sum(const Index& a, const Index& b, std::int64_t factor = 1);

    // Results of C++ operators and of helpers.
    Index quotient(const Index& a, std::int64_t divisor);  // rounds to zero
    Index remainder(const Index& a, std::int64_t divisor); // has the sign of a
    Index floor_quotient(const Index& a, std::int64_t divisor);
    Index floor_remainder(const Index& a, std::int64_t divisor);
    Index maximum(const Index& a, const Index& b) { return extremum(true, a, b); }
    Index minimum(const Index& a, const Index& b) { return extremum(false, a, b); }

    // Assumes a fact until it is forgotten: the condition of a block, or that a loop runs.
    void assume(const Index& not_negative);
    std::size_t assumed() const { return assumptions_.size(); }
    void forget(std::size_t assumed);

    // True if the index is proved to be a multiple of the number; extrema stand inside each other so deep at most.
    bool is_multiple(const Index& index, std::int64_t number, int depth = 8) const;
    // An interval that contains all values of the index.
    Range range(const Index& index);
    // True if the index is proved not negative, or if the assumptions are a contradiction, so that the place is never
    // reached.
    bool not_negative(const Index& index);

private:
    // Definition of an unknown: the larger, or smaller, of two others.
    struct Extremum {
        bool largest = true;
        Index a, b;
    };
    // The index with a value in place of a term.
    Index with(const Index& index, const Index::Product& product, const Index& value);
    Index extremum(bool largest, const Index& a, const Index& b);
    // None for other terms.
    std::optional<Extremum> extremum_of(const Index::Product& product) const;
    // A quotient or remainder. If the space did not have it, with its `terms`, the limits are made again: they say more
    // of quotients that are there before them.
    Index within_limits(Index divided, std::size_t terms);
    // True if facts about the parts say all that the fact says.
    bool assume_parts(const Index& fact, const Index::Product& product, const Extremum& extremum);
    void refresh();
    // `exact`: where intervals do not show that the index is not negative, its values are enumerated.
    Range range(const Index& index, bool exact, int most_extrema);
    Range range_of_unknowns(const Index& index, bool exact);

    IndexSpace space_;
    std::optional<IndexBounds> bounds_;
    std::unordered_map<TermId, Extremum> extrema_;
    std::vector<Index> assumptions_;
    Limits limits_;                      // by the first assumptions
    std::optional<std::size_t> limited_; // number of these; none: there are new quotients
    bool possible_ = true;               // the limits are no contradiction
};

} // namespace hlo2cpp
