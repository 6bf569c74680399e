// The bias of a sum: the array element, or the integer that is converted from one, added to the sum, which may be its
// initial value instead.
#pragma once

#include <optional>

#include "kernel/kernel.h"

namespace hlo2cpp {

// The addition of a sum and its bias, which is the only use of the sum.
struct BiasAddition {
    ExprId sum, bias, result;
};

// Finds the bias of a sum that starts at zero; the kernel only reads its array.
std::optional<BiasAddition> addition_of_bias(const Kernel& kernel);

} // namespace hlo2cpp
