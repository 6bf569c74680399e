// Options of tiling: they decide the tiling of a kernel, besides its target.
#pragma once

#include <vector>

#include "kernel/kernel.h"
#include "machine/target.h"
#include "support/goal.h"

namespace hlo2cpp {

struct TileOptions {
    Goal goal;
    std::int64_t boxes = 1;                   // most boxes that borders are peeled into
    std::int64_t unrolled_taps = 1;           // most taps of a border that are written out; more are tested at run time
    bool joined_borders = false;              // tiles of a border run in the code of the inner tiles
    bool small = false;                       // saving code bytes is worth cycles
    std::vector<ArgumentId> as_they_lie = {}; // constant arguments that stay unpacked
};

TileOptions options_of(const Target& target, const Goal& goal);

} // namespace hlo2cpp
