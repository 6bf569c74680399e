// C++ of maximum, minimum and clamp of floats as expressions.
#pragma once

#include <span>

#include "ops/elementwise.h"

namespace hlo2cpp {

bool has_number(std::span<const tree::Expression> operands); // a finite literal
// Of vectors, or where one operand is such a literal.
tree::Expression maximum_of(const PrintContext& context);
tree::Expression minimum_of(const PrintContext& context);

} // namespace hlo2cpp
