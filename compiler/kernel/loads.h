// The loads of a kernel and the conditions around them.
#pragma once

#include <cstdint>
#include <vector>

#include "kernel/kernel.h"

namespace hlo2cpp {

// One Load expression that the kernel really uses.
struct UsedLoad {
    ExprId expr;
    bool at_point = false;                            // in initial values, in the expression of an output, or in a scan
    bool in_reduction = false;                        // in the reduction's terms, combiner or conditions
    bool in_index = false;                            // in a dynamic index
    std::int32_t first_output = -1, last_output = -1; // the outputs whose expressions need it
};

// All of them, each once, in order of first use.
std::vector<UsedLoad> used_loads(const Kernel& kernel);

// By expression: true if an output, a condition, the reduction, the scan or the sort needs it.
std::vector<bool> needed_expressions(const Kernel& kernel);

// By expression: true if a root is computed from it, through operands alone.
std::vector<bool> needed_by(const Kernel& kernel, const std::vector<ExprId>& roots);
// Needs of these roots through indices and conditions, too.
std::vector<bool> needed_with_indices(const Kernel& kernel, const std::vector<ExprId>& roots);

// By expression: true if the reduction's terms or combiner need it.
std::vector<bool> reduced_expressions(const Kernel& kernel);

// By expression: conditions that hold wherever it is computed, from the guards and the reduction around it.
std::vector<std::vector<Condition>> conditions_of_expressions(const Kernel& kernel);

// True if the kernel's indices hold run-time elements. An index refers to them by the expression's number, so numbers
// must not change.
bool reads_indices(const Kernel& kernel);

// True if the output may share the buffer of an operand that dies here: each point loads only the element that it
// writes itself, before the store, or the kernel has a single point, which loads each element before an output
// overwrites it. `loads` belong to the kernel. The caller compares sizes of arrays and elements.
bool runs_in_place(const Kernel& kernel, const std::vector<UsedLoad>& loads, ArgumentId operand, std::size_t output);

// True if a point may be computed again after its store, with the same result: none of its loads can alias its stores,
// regardless of `runs_in_place`.
bool may_run_again(const Kernel& kernel);

} // namespace hlo2cpp
