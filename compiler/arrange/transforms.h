// The transforms of minimal filtering as expressions of a kernel.
#pragma once

#include "arrange/minimal_filter.h"
#include "kernel/expression.h"

namespace hlo2cpp {

using Square = std::vector<std::vector<ExprId>>; // rows

// B^T x B of n x n inputs, and A^T p A of n x n products: m x m sums.
Square transformed_inputs(ExprGraph& exprs, const MinimalFilter& filter, const Square& inputs);
Square transformed_products(ExprGraph& exprs, const MinimalFilter& filter, const Square& products);

ExprId f32_constant(ExprGraph& exprs, double number);

} // namespace hlo2cpp
