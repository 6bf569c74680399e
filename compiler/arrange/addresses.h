// Addresses of elements, in place of subscripts.
#pragma once

#include "kernel/kernel.h"

namespace hlo2cpp {

// The kernel on flat arrays: an argument has one dimension, {elements}, and each load and store one subscript, the
// address of the element in the row-major array. The kernel has the simplest dimensions for its addresses
// (dimensions.h).
Kernel with_addresses(const Kernel& kernel);
// All kernels on flat arrays; each keeps the arguments that it still needs.
void use_addresses(Kernels& kernels);

} // namespace hlo2cpp
