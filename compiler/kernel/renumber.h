// New numbers for the regions and kernels that are left of a module in the kernel form.
#pragma once

#include <vector>

#include "kernel/kernel.h"

namespace hlo2cpp {

// Drops the regions that belong to nothing any more, after the steps that had them.
void drop_unowned_regions(Kernels& kernels);
// By kernel: true if a step calls it.
std::vector<bool> called_kernels(const Kernels& kernels);
// Takes these kernels in place of the module's. `now`: by old id, that of all that are called.
void replace_kernels(Kernels& kernels, std::vector<Kernel> kept, const std::vector<KernelId>& now);

} // namespace hlo2cpp
