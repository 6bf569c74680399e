// Values, kernels, regions and loops that arranging adds to a module.
#pragma once

#include <string>

#include "kernel/kernel.h"

namespace hlo2cpp {

ValueId add(Kernels& kernels, Value value);
KernelId add(Kernels& kernels, Kernel kernel);
RegionId add(Kernels& kernels, Region region);

// A loop of the compiler's own (a band) that counts these rounds; users know it by the name. It has no body yet.
While band_loop(Kernels& kernels, const Range& rounds, std::string name);

} // namespace hlo2cpp
