// Cutting a kernel's points into boxes inside which its guards are decided.
#pragma once

#include <vector>

#include "kernel/kernel.h"
#include "tile/loop_nest.h"

namespace hlo2cpp {

// Boxes that cover every parallel point once, in order. A pad or concatenate along one dimension cuts that dimension
// where its guards change; where that would be more than `most` boxes it stays whole and tests at run time.
std::vector<std::vector<Range>> peeled_boxes(const Kernel& kernel, std::size_t most);

} // namespace hlo2cpp
