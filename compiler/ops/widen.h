// Scalar computations in wider types.
#pragma once

#include "ir/module.h"

namespace hlo2cpp {

// The computation with f32 in place of every narrower float, for reductions of 16- and 8-bit floats, which round once
// at their end.
Computation widen(const Computation& computation);

} // namespace hlo2cpp
