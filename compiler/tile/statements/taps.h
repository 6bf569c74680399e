// Unrolled taps: values of a reduction dimension in which different rows of the tile take part.
#pragma once

#include <functional>

#include "tile/statements/innermost.h"

namespace hlo2cpp {

// Adds the taps of reduction loop number `level`. `build_inside` adds the loops inside a tap.
void build_taps(TileLoops& loops, std::size_t level, const OpenTerms& open,
                const std::function<void(const OpenTerms&)>& build_inside);

} // namespace hlo2cpp
