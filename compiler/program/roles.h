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
// True of a network whose weights seem to be arguments: no factor of its sums of products is a constant, and more than
// two, which one product has, are arguments of the entry.
bool takes_weights(const Kernels& kernels);

} // namespace hlo2cpp
