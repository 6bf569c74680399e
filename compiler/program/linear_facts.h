// What is known of unknown integers: ranges, and sums that are not negative. It proves that other sums are not.
#pragma once

#include <map>
#include <tuple>
#include <vector>

#include "program/linear.h"

namespace hlo2cpp {

class LinearFacts {
public:
    // A new unknown with a value in the range.
    Linear unknown(const Range& range);
    // Holds until it is forgotten: the condition of a block, or that a loop runs.
    void assume(const Linear& not_negative);
    std::size_t assumed() const { return assumptions_.size(); }
    void forget(std::size_t assumed);

    // An empty range: no value meets what is known.
    Range range(const Linear& sum) const;
    // Also true where what is assumed cannot be, so that the place is never reached.
    bool not_negative(const Linear& sum) const;

    // Results of C++ operators and of helpers.
    Linear floor_quotient(const Linear& a, std::int64_t divisor);
    Linear quotient(const Linear& a, std::int64_t divisor); // rounds to zero
    Linear floor_remainder(const Linear& a, std::int64_t divisor);
    Linear remainder(const Linear& a, std::int64_t divisor); // has the sign of a
    Linear maximum(const Linear& a, const Linear& b);
    Linear minimum(const Linear& a, const Linear& b);
    // A loop runs only where the bound is above `least`: what follows for the quotients and minimums in it.
    void reach(const Linear& bound, std::int64_t least);

private:
    struct Definition {
        Range range;    // under what is assumed
        Range anywhere; // whatever is assumed
        std::vector<Linear> facts;
        std::vector<Linear> mentions; // facts of others that it is a term of
        Linear numerator;             // of a quotient that rounds to zero
        std::int64_t divisor = 0;
        std::vector<Linear> parts; // of a minimum
        bool of_parts = false;     // of a minimum or maximum: the facts say so of each part
    };
    enum class Form { FloorQuotient, Quotient, FloorRemainder, Remainder, Maximum, Minimum };
    struct Tightened {
        Unknown unknown;
        Range before;
        std::size_t assumed;
    };
    // Holds always: it is a part of what the unknown is.
    void define(const Linear& unknown, const Linear& not_negative);
    // The same sums make the same unknown, with a range that holds whatever is assumed. `made`: it is new.
    Linear made_of(Form form, const Linear& a, const Linear& b, const Range& range, bool& made);
    Definition& of(const Linear& unknown) { return definitions_[unknown.terms.front().first.index()]; }
    std::int64_t least(const Linear& sum) const; // by ranges alone
    template <typename Visit>
    bool any_fact(Unknown unknown, Visit&& visit) const;
    bool proves(const Linear& sum, std::size_t most_tries) const;
    bool proves(const Linear& sum, std::size_t most_tries, bool newest_first) const;
    void assume_rounded(const Linear& fact, const Linear& quotient_fact);
    void assume_of_parts(const Linear& fact);
    void round_with_others(const Linear& quotient);
    Range range(const Linear& sum, Range Definition::*of) const;
    void tighten(const Linear& fact);
    Linear quotient_of(const Linear& a, std::int64_t divisor);
    void tighten_quotient(const Linear& quotient, const Linear& a, std::int64_t divisor);
    bool tighten(Unknown unknown, std::int64_t coefficient, const Linear& fact);

    std::vector<Definition> definitions_; // by unknown
    std::vector<Linear> assumptions_;
    std::vector<Linear> quotient_facts_;
    std::vector<Tightened> tightened_; // newest last
    std::size_t possible_ = SIZE_MAX;  // the first so many assumptions can be, with the next one they cannot
    std::map<std::tuple<Form, Linear, Linear>, Linear> known_;
};

} // namespace hlo2cpp
