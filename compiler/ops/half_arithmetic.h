// Ops on vectors of f16 as their bits, where a machine has such arithmetic: each result is rounded, as the op says.
#pragma once

#include <span>

#include "kernel/kernel.h"
#include "tree/expression.h"

namespace hlo2cpp {

// True if the op has such a form: it gives f16 from f16, a mask from f16 or from masks, or chooses by one.
bool has_half_form(const ExprGraph& exprs, const Expr& expr);
tree::Expression print_halves(const Expr& expr, std::span<const tree::Expression> operands, std::int64_t lanes);
// The bits of an f16 in all lanes.
tree::Expression halves_of(const tree::Expression& bits, std::int64_t lanes);
// True in lanes that hold no NaN.
tree::Expression halves_are_numbers(const tree::Expression& halves, std::int64_t lanes);

} // namespace hlo2cpp
