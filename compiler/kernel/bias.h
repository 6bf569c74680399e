// The bias of a sum: the array element, or the integer that is converted from one, added to the sum, which may be its
// initial value instead.
#pragma once

#include <optional>
#include <vector>

#include "kernel/kernel.h"

namespace hlo2cpp {

// The addition of a sum and its bias, which is the only use of the sum.
struct BiasAddition {
    ExprId sum, bias, result;
};

// Finds the bias of a sum that starts at zero; the kernel only reads its array.
std::optional<BiasAddition> addition_of_bias(const Kernel& kernel);

// By expression: true if a root needs it.
std::vector<bool> needed_by(const Kernel& kernel, const std::vector<ExprId>& roots);

} // namespace hlo2cpp
