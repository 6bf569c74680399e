// Builds the pieces whose accumulators live in registers (see tile/loop_nest.h).
#pragma once

#include <functional>

#include "program/emitter.h"
#include "tile/loop_nest.h"

namespace hlo2cpp {

// The array that holds a packed operand.
using PackedArray = std::function<tree::Expression(const Packing&)>;

// Builds the piece in the emitter's innermost block. The emitter's ranges are those of the piece's box.
void build_tiled_piece(const LoopNest& nest, const Piece& piece, Emitter& emitter, const Pointer& pointer,
                       const PackedArray& packed);

} // namespace hlo2cpp
