#include "kernel/band_rows.h"

#include <algorithm>

namespace hlo2cpp {

std::vector<BandPart> parts_of_round(const BandRows& rows, std::int64_t round) {
    std::vector<BandPart> parts;
    const std::int64_t first = rows.first + rows.step * round;
    const std::int64_t begin = std::max<std::int64_t>(first, 0), end = std::min(first + rows.step, rows.elements);
    for (std::int64_t line = 0; begin < end && line < rows.lines; ++line)
        parts.push_back({.elements = {line * rows.elements + begin, line * rows.elements + end},
                         .place = line * rows.pitch + begin - first});
    return parts;
}

} // namespace hlo2cpp
