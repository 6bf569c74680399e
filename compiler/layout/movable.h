// The arrays that may lie in another way than the module says.
#pragma once

#include "kernel/kernel.h"

namespace hlo2cpp {

enum class Mobility : std::uint8_t {
    Fixed,  // it lies as the module says
    Free,   // kernels alone use it
    Copied, // others need it as the module says; kernels use a copy of it that may lie in another way
};

// By argument: true if the kernel reads it in another shape (through a reshape), so that addresses in another layout
// would be quotients and remainders. Such a reader takes the array that lies as the module says.
std::vector<bool> read_reshaped(const Kernel& kernel);

// One a value.
std::vector<Mobility> mobility_of_values(const Kernels& kernels);

} // namespace hlo2cpp
