// C++ expressions for maximum, minimum and clamp of floats.
#pragma once

#include <span>

#include "ops/elementwise.h"

namespace hlo2cpp {

bool has_number(std::span<const tree::Expression> operands); // a finite literal
// Extremum of vectors, or of scalars of which one is a finite literal.
tree::Expression maximum_of(const PrintContext& context);
tree::Expression minimum_of(const PrintContext& context);

// The state of a maximum or minimum of many vectors, in parts that an element changes by an instruction or two each.
// All of them start at the same value.
struct ExtremumParts {
    tree::Expression number; // of all elements but NaNs; a zero has any sign
    tree::Expression signs;  // sign bits: of a maximum set if set in all elements, of a minimum if in any
    tree::Expression nan;    // one of the NaNs, if there is one
};
// Adds an element to the parts. `context` belongs to the op and has no operands.
ExtremumParts with_element(const PrintContext& context, const ExtremumParts& parts, const tree::Expression& element);
tree::Expression joined_parts(const PrintContext& context, const ExtremumParts& parts);

} // namespace hlo2cpp
