// The rows that a call in a band computes (arrange/band.h).
#pragma once

#include <vector>

#include "support/range.h"

namespace hlo2cpp {

// Lines of the instruction's array, `lines` of them, have `elements` elements each, of which round b computes elements
// [first + step * b, first + step * (b + 1)). They lie in the output from element begin + moves * b on, those of the
// next line `pitch` elements behind. Elements before a line's first and behind its last are undefined.
struct BandRows {
    std::int64_t lines = 1, pitch = 0;
    std::int64_t elements = 0;
    std::int64_t first = 0, step = 0;
    std::int64_t begin = 0, moves = 0;

    // Elements of the output from the first to behind the last that a round computes.
    std::int64_t extent() const { return (lines - 1) * pitch + step; }
};

// A piece of the array, and where it lies: in elements behind the round's first one in the output.
struct BandPart {
    Range elements;
    std::int64_t place = 0;
};

// Pieces of the array that a round computes.
std::vector<BandPart> parts_of_round(const BandRows& rows, std::int64_t round);

} // namespace hlo2cpp
