// Sums of the transforms of minimal filtering, whose numbers are folded.
#pragma once

#include <functional>
#include <vector>

#include "tree/expression.h"

namespace hlo2cpp {

// a + number, a + b and a * number.
tree::Expression plus(const tree::Expression& a, std::int64_t number);
tree::Expression plus(const tree::Expression& a, const tree::Expression& b);
tree::Expression times(const tree::Expression& a, std::int64_t number);
// Sum of coefficients[i] * line[i] over each i that is `wanted`; none if no term is left.
tree::Expression weighted(const std::vector<double>& coefficients, const std::vector<tree::Expression>& line,
                          const std::function<bool(std::size_t)>& wanted);

} // namespace hlo2cpp
