// Loop peeling: a kernel's points are cut into boxes, and inside a box the guards have a known value.
#pragma once

#include <vector>

#include "kernel/kernel.h"
#include "tile/tiling.h"

namespace hlo2cpp {

// Boxes that cover every parallel point once, in order. A pad or concatenate along one dimension cuts that dimension at
// the places at which its guards change; if this would be more than `most` boxes, the dimension stays whole and the
// guards are tested at run time.
std::vector<std::vector<Range>> peeled_boxes(const Kernel& kernel, std::size_t most);

} // namespace hlo2cpp
