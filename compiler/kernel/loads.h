// Where a kernel loads what.
#pragma once

#include <cstdint>
#include <vector>

#include "kernel/kernel.h"

namespace hlo2cpp {

// One Load expression that the kernel really uses.
struct UsedLoad {
    ExprId expr;
    bool at_point = false;         // in the initial values of the reduction or in the expression of an output
    bool in_reduction = false;     // in the reduction's terms, combiner or conditions
    bool in_index = false;         // in a dynamic index
    std::int32_t last_output = -1; // the last output whose expression needs it
};

// All of them, each once, in order of first use.
std::vector<UsedLoad> used_loads(const Kernel& kernel);

// By expression: whether an output, a condition, the reduction or the sort needs it.
std::vector<bool> needed_expressions(const Kernel& kernel);

// By expression: conditions that hold wherever it is computed, of the guards around it and of the reduction that it is
// in.
std::vector<std::vector<Condition>> conditions_of_expressions(const Kernel& kernel);

// Whether its indices hold elements, which they refer to by the number of an expression: that has to stay.
bool reads_indices(const Kernel& kernel);

// Whether the output may have the bytes of an operand that nobody needs afterwards: each point of the kernel loads only
// the element that it writes itself, before it writes, or there is one point alone. Sizes of arrays and elements are
// for the caller to compare; `loads` are those of the kernel.
bool runs_in_place(const Kernel& kernel, const std::vector<UsedLoad>& loads, ArgumentId operand, std::size_t output);

// Whether a point may be computed again after it was stored, with the same result: nothing that it loads can have the
// bytes of what it stores, whatever `runs_in_place`.
bool may_run_again(const Kernel& kernel);

} // namespace hlo2cpp
