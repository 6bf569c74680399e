// C++ of maximum, minimum and clamp of floats, as expressions that scalars and vectors share.
#pragma once

#include <span>

#include "tree/expression.h"

namespace hlo2cpp {

bool has_number(std::span<const tree::Expression> operands); // a finite literal
tree::Expression maximum_of(ElementType type, const tree::Expression& a, const tree::Expression& b);
tree::Expression minimum_of(ElementType type, const tree::Expression& a, const tree::Expression& b);

} // namespace hlo2cpp
