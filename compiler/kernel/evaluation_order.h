// The order in which terms and expressions of a kernel are evaluated at a point.
#pragma once

#include <vector>

#include "kernel/kernel.h"

namespace hlo2cpp {

// Terms and expressions in an order in which each follows those that it needs.
struct EvaluationStep {
    bool is_term = false;
    std::int32_t number = 0;
};
using EvaluationOrder = std::vector<EvaluationStep>;

// All that these need; accumulators are given.
EvaluationOrder evaluation_order(const Kernel& kernel, const std::vector<ExprId>& exprs,
                                 const std::vector<Index>& indices);
// Adds those of the conditions.
void add_indices(std::vector<Index>& indices, const std::vector<Condition>& conditions);

} // namespace hlo2cpp
