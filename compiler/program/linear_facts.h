// Facts about unknown integers: ranges, and sums that are not negative. They prove that other sums are not negative.
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
    // Assumes a fact until it is forgotten: the condition of a block, or that a loop runs.
    void assume(const Linear& not_negative);
    std::size_t assumed() const { return assumptions_.size(); }
    void forget(std::size_t assumed);

    // Range of a sum; empty if no value meets the facts.
    Range range(const Linear& sum) const;
    // True if the sum is proved not negative, or if the assumptions are a contradiction, so that the place is never
    // reached.
    bool not_negative(const Linear& sum) const;

    // Results of C++ operators and of helpers.
    Linear floor_quotient(const Linear& a, std::int64_t divisor);
    Linear quotient(const Linear& a, std::int64_t divisor); // rounds to zero
    Linear floor_remainder(const Linear& a, std::int64_t divisor);
    Linear remainder(const Linear& a, std::int64_t divisor); // has the sign of a
    Linear maximum(const Linear& a, const Linear& b);
    Linear minimum(const Linear& a, const Linear& b);
    // Assumes that the bound of a loop is above `least`, since the loop runs only then, and the consequences for
    // quotients and minimums in it.
    void reach(const Linear& bound, std::int64_t least);

private:
    struct Definition {
        Range range;    // under the assumptions
        Range anywhere; // without assumptions
        std::vector<Linear> facts;
        std::vector<Linear> mentions; // facts of others with this unknown as a term
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
    // Adds a fact that always holds, as a part of the unknown's definition.
    void define(const Linear& unknown, const Linear& not_negative);
    // Unknown for a form of two sums; equal sums give the same unknown. Its range holds without assumptions. `made`: it
    // is new.
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
    std::size_t possible_ = SIZE_MAX;  // number of assumptions without a contradiction; the next one makes one
    std::map<std::tuple<Form, Linear, Linear>, Linear> known_;
};

} // namespace hlo2cpp
