// Reductions of one point.
#pragma once

#include "kernel/kernel.h"

namespace hlo2cpp {

// A kernel whose reduction has no dimensions computes its result at once: combined(initial). A product is not added to
// the zero that a dot starts with.
Kernel without_single_point(Kernel kernel);

} // namespace hlo2cpp
