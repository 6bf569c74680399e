// Sums of unknown integers: constant + coefficient * unknown + ...
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "support/ids.h"
#include "support/range.h"

namespace hlo2cpp {

using Unknown = Id<struct UnknownTag>;

struct Linear {
    std::int64_t constant = 0;
    std::vector<std::pair<Unknown, std::int64_t>> terms; // by unknown; no coefficient is 0
    bool exact = true;                                   // false: its numbers do not fit, nothing is known of it

    Linear() = default;
    Linear(std::int64_t number) : constant(number) {} // NOLINT: a number is a sum
    explicit Linear(Unknown unknown) : terms{{unknown, 1}} {}

    bool is_number() const { return exact && terms.empty(); }
    std::int64_t coefficient(Unknown unknown) const; // 0 where it is no term
    friend auto operator<=>(const Linear&, const Linear&) = default;
};

Linear operator+(const Linear& a, const Linear& b);
Linear operator-(const Linear& a, const Linear& b);
Linear operator*(const Linear& a, std::int64_t factor);
// a * m + b * n
Linear combined(const Linear& a, std::int64_t m, const Linear& b, std::int64_t n);

} // namespace hlo2cpp
