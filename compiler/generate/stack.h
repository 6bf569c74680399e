// An estimate of the stack that generated functions use, fitted to what many programs need with GCC 12 and Clang 14, at -O1, -O2, -O3 and -Os.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "kernel/kernel.h"
#include "tile/loop_nest.h"

namespace hlo2cpp {

// What decides the frame of a step's function, as far as it shows before a compiler has seen it.
struct FrameShape {
    std::int64_t accumulators = 0; // of the largest register tile, scalars or vectors; 0: no tile
    std::int64_t rows = 1;         // of the tile
    std::int64_t register_bytes = 4; // of one
    std::int64_t named = 0;        // values that have a name in the text
    std::int64_t depth = 0;        // of blocks inside each other
    bool math = false;             // functions like exp, which are inlined
    bool wide = false;             // of f64
    bool bytes_only = false;       // of 8-bit integers
};

FrameShape frame_shape(const Kernel& kernel, const std::vector<Piece>& pieces, const std::vector<std::string>& lines);

// A step's function, with all that it calls.
std::int64_t step_stack_bytes(const Target& target, const FrameShape& shape);
// The entry and `run`, without the steps.
std::int64_t entry_stack_bytes(const Target& target, std::size_t arguments, bool loops);

} // namespace hlo2cpp
