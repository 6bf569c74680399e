// Lines of memory that a loop over the terms of a sum reads, and a first cache of 32 kB does not hold.
#pragma once

#include <cstdint>

#include "tile/straight_code.h"

namespace hlo2cpp {

struct MissedLines {
    double lost = 0;     // of scalars: the tile beside this one reads others in them
    double streamed = 0; // of vectors, which fill them
};

// The lines that one round of the loop around the code misses, which runs so many.
MissedLines missed_lines(const Kernel& kernel, const StraightCode& code, double rounds);

} // namespace hlo2cpp
