// Tiling: loop order, register tile, vectors, packed constants and peeled borders of every kernel, from its shapes and
// the target alone.
#pragma once

#include "tile/loop_nest.h"

namespace hlo2cpp {

// What to prefer where both cannot be had.
enum class Optimize : std::uint8_t {
    Size,     // borders are not written out: they are tested for at run time
    Balanced, // written out where that makes few pieces
    Speed,    // or many
};

struct TileOptions {
    bool in_order = false; // a sum adds its terms in the module's order, whatever the target
    Optimize optimize = Optimize::Balanced;
};

LoopNests tile(const Kernels& kernels, const Target& target, const TileOptions& options = {});

} // namespace hlo2cpp
