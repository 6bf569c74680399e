// Values of integers in arrays that kernels pass on to each other.
#pragma once

#include "kernel/kernel.h"

namespace hlo2cpp {

// Notes at the arguments of kernels (KernelArgument::values) what constants hold, and what the kernels tell that write
// their arrays: a rectified s8 is never negative. Arrays that a loop, a branch or the host writes, or several kernels,
// are left alone.
void note_value_ranges(Kernels& kernels);

} // namespace hlo2cpp
