// The arrays that may lie in another way than the module says.
#pragma once

#include "kernel/kernel.h"

namespace hlo2cpp {

enum class Mobility : std::uint8_t {
    Fixed,  // it lies as the module says
    Free,   // kernels alone use it
    Copied, // a parameter or a result: kernels use a copy of it that may lie in another way
};

// One a value.
std::vector<Mobility> mobility_of_values(const Kernels& kernels);

// The call that writes each value; null where none does, or several do.
std::vector<const Call*> writers_of_values(const Kernels& kernels);

} // namespace hlo2cpp
