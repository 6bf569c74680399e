// Kernels that do the same to different arrays.
#pragma once

#include "kernel/kernel.h"

namespace hlo2cpp {

// True if two kernels are one function: equal except for the names of their expressions.
bool same_function(const Kernel& a, const Kernel& b);

// Equal kernels become one, which is called several times; they keep the order in which they are first called. A kernel
// that nothing calls is dropped.
void merge_equal_kernels(Kernels& kernels);

} // namespace hlo2cpp
