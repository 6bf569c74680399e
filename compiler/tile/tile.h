// Tiling: loop order, register tile, vectors, packed constants and peeled borders of every kernel, from its shapes and
// the target alone.
#pragma once

#include "tile/loop_nest.h"

namespace hlo2cpp {

// What to prefer where both cannot be had.
enum class Optimize : std::uint8_t {
    Size,     // few bytes: small tiles of scalars, borders that are tested at run time
    Balanced, // borders are written out where that makes few pieces; few functions where flash is scarce
    Speed,    // or many of either
};

struct TileOptions {
    bool in_order = false; // a sum adds its terms in the module's order or in eight lanes, whatever the target
    Optimize optimize = Optimize::Balanced;
};

LoopNests tile(const Kernels& kernels, const Target& target, const TileOptions& options = {});

} // namespace hlo2cpp
