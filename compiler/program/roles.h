// Roles of the arguments of a kernel, in the terms of neural networks.
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

// One role for each argument.
std::vector<Role> roles_of(const Kernel& kernel);
// Names of the arguments of a function that several steps share: x, weights, bias, ... One name for each argument; some
// are equal.
std::vector<std::string> role_names(const Kernel& kernel);
// True if the weights of a network seem to be arguments: no factor of its sums of products is a constant, and more
// factors than the two of one product are arguments of the entry.
bool takes_weights(const Kernels& kernels);

} // namespace hlo2cpp
