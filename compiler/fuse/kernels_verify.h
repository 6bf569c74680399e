// The validator of kernels, whoever made them: it knows nothing of how `fuse` and `arrange` decide.
#pragma once

#include "kernel/kernel.h"

namespace hlo2cpp {

// Throws InternalError with the kernel or step that breaks a promise of kernel.h, and the reason: ids in order, types
// that fit, each element of each output written once, nothing read or written outside an array, calls that fit the
// arguments of their kernel, values made before they are used. Takes time in proportion to the kernels.
void verify_kernels(const Kernels& kernels);

} // namespace hlo2cpp
