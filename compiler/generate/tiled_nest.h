// Prints the pieces whose accumulators live in registers (see tile/loop_nest.h).
#pragma once

#include <functional>
#include <string>

#include "generate/expression.h"
#include "generate/locals.h"
#include "tile/loop_nest.h"

namespace hlo2cpp {

// The name of the array that holds a packed constant.
using PackedName = std::function<std::string(const Packing&)>;

// Prints the piece into the emitter's innermost block. The emitter's ranges are those of the piece's box.
void print_tiled_piece(const LoopNest& nest, const Piece& piece, Emitter& emitter, const PointerName& pointer,
                       const PackedName& packed, Locals& locals);

// The vector types that a nest uses, as (element type, lanes), for their typedefs: f32x16 is 16 lanes of float.
std::vector<std::pair<ElementType, std::int64_t>> vector_types(const Kernel& kernel, const LoopNest& nest);
std::string vector_type_name(ElementType type, std::int64_t lanes);

} // namespace hlo2cpp
