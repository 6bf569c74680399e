// Kernels that set or copy whole arrays.
#pragma once

#include "kernel/kernel.h"

namespace hlo2cpp {

// The zero of a type, in a kernel.
ExprId add_zero(Kernel& kernel, ElementType type);
// Sets the array, its argument 0, to zeros.
Kernel zero_kernel(ElementType type, const std::vector<std::int64_t>& dims);
// Copies an array: argument 0 is written, argument 1 read.
Kernel copy_kernel(const KernelArgument& array);

} // namespace hlo2cpp
