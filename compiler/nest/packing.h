// Packed operands, see struct Packing.
#pragma once

#include "nest/nest.h"

namespace hlo2cpp {

// The packed elements of a constant; the constant itself if it has that order already.
LiteralPtr packed_literal(const Kernel& kernel, const Packing& packing, const LiteralPtr& source);

// Offset of a lane block's first element in an operand packed for blocks of `width`, without the part of the lane
// dimension: see `packed[...]` in nest/nest.h.
Index packed_offset(const Kernel& kernel, const Packing& packing, std::int64_t width);

} // namespace hlo2cpp
