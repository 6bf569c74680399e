// Work of kernels.
#pragma once

#include "kernel/kernel.h"

namespace hlo2cpp {

// Multiply-adds of a call: a dot or a convolution does one a point; other kernels do none.
std::int64_t multiply_adds_of(const Kernel& kernel);

} // namespace hlo2cpp
