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

// a + b; the terms of a sum b are added one by one. If one of the two is 0, the result is the other.
tree::Expression sum_of(const tree::Expression& a, const tree::Expression& b);
// Address of an element. An index with a subtraction stays one number, so that no intermediate pointer lies in front of
// the array.
tree::Expression address_of(const tree::Expression& array, const tree::Expression& index);
// a * factor, or a itself if a is 0.
tree::Expression multiple_of(const tree::Expression& a, std::int64_t factor);
tree::Expression affine_sum(std::vector<AffineTerm> terms, std::int64_t constant);

} // namespace hlo2cpp
