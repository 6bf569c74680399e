// Sums as expressions, in the nested form in which a person writes an offset into an array:
//
//     96*d0 + 6*d1 + 3*k + c - 9    is    ((d0 * 16 + d1 - 1) * 2 + k - 1) * 3 + c         (with the right ranges)
#pragma once

#include <cstdint>
#include <vector>

#include "tree/expression.h"

namespace hlo2cpp {

struct AffineTerm {
    std::int64_t coefficient = 1;
    tree::Expression factor; // a variable
    std::int64_t high = 0;   // the number of its values, less one
};

// a + b; where b is a sum, its parts are added one by one. Where one of them is 0, the other.
tree::Expression sum_of(const tree::Expression& a, const tree::Expression& b);
// The address of an element. An index in which something is subtracted stays one number: no pointer lies in front of
// the array on the way.
tree::Expression address_of(const tree::Expression& array, const tree::Expression& index);
// a * factor; where a is 0, that.
tree::Expression multiple_of(const tree::Expression& a, std::int64_t factor);
tree::Expression affine_sum(std::vector<AffineTerm> terms, std::int64_t constant);

} // namespace hlo2cpp
