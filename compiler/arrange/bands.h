// Bands where they lower the peak of memory, see band.h.
#pragma once

#include "kernel/kernel.h"

namespace hlo2cpp {

// Bands of the entries' regions that hold calls alone; none where the arrays of a region have at most `enough` bytes.
void run_in_bands(Kernels& kernels, std::int64_t enough);

} // namespace hlo2cpp
