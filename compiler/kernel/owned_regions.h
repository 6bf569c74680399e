// Regions of a module in the kernel form: each belongs to an entry, a loop or a branch.
#pragma once

#include "kernel/kernel.h"

namespace hlo2cpp {

// Drops the regions that belong to nothing any more, after the steps that had them.
void drop_unowned_regions(Kernels& kernels);

} // namespace hlo2cpp
