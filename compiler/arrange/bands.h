// Bands where they lower the peak of memory, see band.h.
#pragma once

#include "arrange/winograd.h"
#include "kernel/kernel.h"

namespace hlo2cpp {

// Bands of the entries' regions that hold calls alone; none where the arrays of a region have at most
// `ArenaMemory::scarce` bytes. The plan with the least product of its bytes, to the power of `ArenaMemory::worth`, and
// its estimated cycles. Without `cycles`, an estimate of kernels on flat arrays, that with the fewest bytes.
void run_in_bands(Kernels& kernels, const ArenaMemory& memory, const CycleEstimate& cycles);

} // namespace hlo2cpp
