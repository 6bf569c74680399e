// The bias of a sum: what is added to it, and what it may start at instead.
#pragma once

#include <optional>
#include <vector>

#include "kernel/kernel.h"

namespace hlo2cpp {

// The addition of a sum and its bias, which is the only use of the sum.
struct BiasAddition {
    ExprId sum, bias, result;
};

// Of a sum of floats that starts at zero, where the bias is an element of an array that the kernel only reads.
std::optional<BiasAddition> addition_of_bias(const Kernel& kernel);

// By expression: whether a root needs it.
std::vector<bool> needed_by(const Kernel& kernel, const std::vector<ExprId>& roots);

} // namespace hlo2cpp
