// What a first cache of 32 kB does not hold of the memory that a loop over the terms of a sum reads.
#pragma once

#include <cstdint>

#include "tile/straight_code.h"

namespace hlo2cpp {

struct MissedLines {
    double lost = 0;     // of scalars: the tile beside this one reads others in them
    double streamed = 0; // of vectors, which fill them
};

// Those of one round of the loop around the code, which runs so many.
MissedLines missed_lines(const Kernel& kernel, const StraightCode& code, double rounds);

} // namespace hlo2cpp
