// Copies of one array that lie alike are one: products of one operand share what each of them would copy.
#pragma once

#include "kernel/kernel.h"

namespace hlo2cpp {

// Looks at the values from number `first` on, in each region; equal kernels are one already.
void share_copies(Kernels& kernels, std::size_t first);

} // namespace hlo2cpp
