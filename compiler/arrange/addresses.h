// Addresses of elements, in place of subscripts.
#pragma once

#include "kernel/kernel.h"

namespace hlo2cpp {

// All arrays of the kernels become flat: an argument has one dimension, {elements}, and each load and store one
// subscript, the address of the element in the row-major array. A kernel gets the simplest dimensions for its addresses
// (dimensions.h), and keeps the arguments that it still needs.
void use_addresses(Kernels& kernels);

} // namespace hlo2cpp
