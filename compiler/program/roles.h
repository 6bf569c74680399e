// What the arguments of a kernel are to it, in the words of a network.
#pragma once

#include <string>
#include <vector>

#include "kernel/kernel.h"

namespace hlo2cpp {

enum class Role : std::uint8_t {
    Factor, // of a sum of products
    Bias,   // added to the sum of a reduction
    Other,
};

// One an argument.
std::vector<Role> roles_of(const Kernel& kernel);
// What a function that several steps share calls its arguments: x, weights, bias, ... One an argument; some are equal.
std::vector<std::string> role_names(const Kernel& kernel);
// Whether the sums of products have factors that are arguments of the entry, more than one product's two, and none that
// is a constant: a network whose weights were exported as arguments.
bool takes_weights(const Kernels& kernels);

} // namespace hlo2cpp
