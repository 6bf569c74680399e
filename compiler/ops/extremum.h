// C++ of maximum, minimum and clamp of floats as expressions.
#pragma once

#include <span>

#include "ops/elementwise.h"

namespace hlo2cpp {

bool has_number(std::span<const tree::Expression> operands); // a finite literal
// Of vectors, or where one operand is such a literal.
tree::Expression maximum_of(const PrintContext& context);
tree::Expression minimum_of(const PrintContext& context);

// A maximum or minimum of many vectors, in parts that an element changes by an instruction or two each. All of them
// start at the same value.
struct ExtremumParts {
    tree::Expression number; // of what is no NaN; a zero has any sign
    tree::Expression signs;  // set where all elements have it set; of a minimum, where any has
    tree::Expression nan;    // one of the NaNs, where there is one
};
// The parts with one more element. `context`: of the op, without operands.
ExtremumParts with_element(const PrintContext& context, const ExtremumParts& parts, const tree::Expression& element);
tree::Expression joined_parts(const PrintContext& context, const ExtremumParts& parts);

} // namespace hlo2cpp
