// Conversions to the nearest integer: what quantisation exports as several ops.
//
//     convert_s8(minimum(maximum(round-nearest-even(x), -100), 100))
//
// is one conversion that saturates at -100 and 100. Bounds that are integers may stand behind the rounding or in front
// of it.
#pragma once

#include <optional>

#include "kernel/expression.h"

namespace hlo2cpp {

// The expression `convert` of the operand to an integer type as one such conversion; none if it is not one of f32, or
// saturates beyond 2^22, from where on floats have no room for halves.
std::optional<Expr> nearest_integer(const ExprGraph& exprs, ElementType type, ExprId operand);

} // namespace hlo2cpp
